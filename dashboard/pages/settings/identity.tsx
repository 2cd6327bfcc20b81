import { Card, Stack, Text, TextInput, Textarea, Title } from '@mantine/core';
import { useState } from 'react';
import { useSiteMutation } from '../../data/site-query.ts';
import { useText } from '../../text/language.tsx';
import { useNotice } from '../../ui/notices.tsx';
import { formErrors } from '../../ui/form-errors.ts';
import { SaveForm } from '../../ui/save-form.tsx';
import { de } from './settings.de.ts';
import { en } from './settings.en.ts';
import { UPDATE_SITE } from './settings.query.ts';
import type { SiteData } from './site-data.ts';
import { TokenCheck } from './token-check.tsx';

/** Who the users of the site are, and what it makes of a token. */
export function Identity({ site }: { site: SiteData }) {
  const text = useText(en, de);
  const notice = useNotice();
  const save = useSiteMutation(UPDATE_SITE);
  const [projectId, setProjectId] = useState(site.identity.projectId ?? '');
  const [account, setAccount] = useState('');
  const errors = formErrors(save.error);
  const submit = () => {
    const identity = {
      projectId: projectId.trim() || null,
      ...(account.trim() === '' ? {} : { serviceAccount: account }),
    };
    save.mutate(
      { site: site.id, input: { identity }, revision: site.revision },
      { onSuccess: () => notice(text.saved) },
    );
  };
  return (
    <Stack maw={720} gap="xl">
      <SaveForm action={text.save} errors={errors} isBusy={save.isPending} onSubmit={submit}>
        <TextInput
          label={text.project}
          description={text.projectHint}
          error={errors.at('identity.projectId')}
          value={projectId}
          onChange={(event) => setProjectId(event.currentTarget.value)}
        />
        <Textarea
          label={text.account}
          error={errors.at('identity.serviceAccount')}
          description={site.identity.hasServiceAccount ? text.accountStored : text.accountHint}
          autosize
          minRows={2}
          maxRows={8}
          value={account}
          onChange={(event) => setAccount(event.currentTarget.value)}
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
