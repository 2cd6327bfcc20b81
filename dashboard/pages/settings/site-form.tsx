import { NumberInput, Switch, TagsInput, TextInput } from '@mantine/core';
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

/** Name, owner, hosts of links, previews, the activity log. */
export function SiteForm({ site }: { site: SiteData }) {
  const text = useText(en, de);
  const notice = useNotice();
  const unsaved = useUnsaved('site');
  const save = useSiteMutation(UPDATE_SITE, { unsaved });
  const errors = formErrors(save.error);
  const form = useValues(valuesOf(site), errors, { unsaved, base: site.revision });
  const submit = () => {
    const { previewUrl, activityDays, ...values } = form.values;
    const input = {
      ...values,
      previewUrl: previewUrl.trim() || null,
      activityDays: activityDays === '' ? null : Number(activityDays),
    };
    save.mutate({ site: site.id, input, revision: site.revision }, { onSuccess: () => notice(text.saved) });
  };
  return (
    <SaveForm
      action={text.save}
      errors={errors}
      unsaved={form.unsaved}
      isBusy={save.isPending}
      maw={560}
      onSubmit={submit}
    >
      <TextInput label={text.name} required {...form.text('name')} />
      <TextInput type="email" label={text.owner} description={text.ownerHint} required {...form.text('ownerEmail')} />
      <TagsInput label={text.hosts} description={text.hostsHint} {...form.list('linkHosts')} />
      <TextInput
        label={text.previewUrl}
        description={text.previewUrlHint}
        placeholder="https://example.com/preview?slug={slug}&token={token}"
        maxLength={2_000}
        {...form.text('previewUrl')}
      />
      <NumberInput
        label={text.activityDays}
        description={text.activityDaysHint}
        error={errors.at('activityDays')}
        value={form.values.activityDays}
        allowDecimal={false}
        onChange={(value) => form.set('activityDays', value)}
      />
      <Switch label={text.trust} description={text.trustHint} {...form.flag('trustCallerUser')} />
      <TextInput label={text.siteId} value={site.id} readOnly />
    </SaveForm>
  );
}

function valuesOf({ name, ownerEmail, linkHosts, previewUrl, activityDays, trustCallerUser }: SiteData) {
  return {
    name,
    ownerEmail,
    linkHosts: [...linkHosts],
    previewUrl: previewUrl ?? '',
    activityDays: activityDays as number | string,
    trustCallerUser,
  };
}
