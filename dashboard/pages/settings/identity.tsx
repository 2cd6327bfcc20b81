import { Card, Stack, Text, TextInput, Textarea, Title } from '@mantine/core';
import { useSiteMutation } from '../../data/site-query.ts';
import { useText } from '../../text/language.tsx';
import { useNotice } from '../../ui/notices.tsx';
import { formErrors } from '../../ui/form-errors.ts';
import { SaveForm } from '../../ui/save-form.tsx';
import { useUnsaved } from '../../ui/use-unsaved.ts';
import { useValues } from '../../ui/use-values.ts';
import { de } from './settings.de.ts';
import { en } from './settings.en.ts';
import { UPDATE_SITE } from './settings.query.ts';
import type { SiteData } from './site-data.ts';
import { TokenCheck } from './token-check.tsx';

const PATHS = { projectId: 'identity.projectId', serviceAccount: 'identity.serviceAccount' };

/** Who the users of the site are, and what it makes of a token. */
export function Identity({ site }: { site: SiteData }) {
  const text = useText(en, de);
  const notice = useNotice();
  const unsaved = useUnsaved('identity');
  const save = useSiteMutation(UPDATE_SITE, { unsaved });
  const errors = formErrors(save.error);
  const form = useValues({ projectId: site.identity.projectId ?? '', serviceAccount: '' }, errors, {
    unsaved,
    base: site.revision,
    secrets: ['serviceAccount'],
    paths: PATHS,
  });
  const { projectId, serviceAccount } = form.values;
  const submit = () => {
    const account = serviceAccount.trim() === '' ? {} : { serviceAccount };
    save.mutate(
      {
        site: site.id,
        input: { identity: { projectId: projectId.trim() || null, ...account } },
        revision: site.revision,
      },
      { onSuccess: () => notice(text.saved) },
    );
  };
  return (
    <Stack maw={720} gap="xl">
      <SaveForm action={text.save} errors={errors} unsaved={form.unsaved} isBusy={save.isPending} onSubmit={submit}>
        <TextInput label={text.project} description={text.projectHint} {...form.text('projectId')} />
        <Textarea
          label={text.account}
          description={site.identity.hasServiceAccount ? text.accountStored : text.accountHint}
          autosize
          minRows={2}
          maxRows={8}
          {...form.text('serviceAccount')}
        />
      </SaveForm>
      <Card withBorder>
        <Title order={2} size="h4">
          {text.check}
        </Title>
        <Text c="dimmed" size="sm" mb="sm">
          {text.checkHint}
        </Text>
        <TokenCheck site={site.id} />
      </Card>
    </Stack>
  );
}
