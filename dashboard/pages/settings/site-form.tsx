import { NumberInput, Switch, TagsInput, TextInput } from '@mantine/core';
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

/** Name, owner, hosts of links, previews, the activity log. */
export function SiteForm({ site }: { site: SiteData }) {
  const text = useText(en, de);
  const notice = useNotice();
  const save = useSiteMutation(UPDATE_SITE);
  const [name, setName] = useState(site.name);
  const [ownerEmail, setOwnerEmail] = useState(site.ownerEmail);
  const [linkHosts, setLinkHosts] = useState<string[]>([...site.linkHosts]);
  const [previewUrl, setPreviewUrl] = useState(site.previewUrl ?? '');
  const [activityDays, setActivityDays] = useState<number | string>(site.activityDays);
  const [trustCallerUser, setTrust] = useState(site.trustCallerUser);
  const errors = formErrors(save.error);
  const submit = () => {
    const input = {
      name,
      ownerEmail,
      linkHosts,
      previewUrl: previewUrl.trim() || null,
      activityDays: activityDays === '' ? null : Number(activityDays),
      trustCallerUser,
    };
    save.mutate({ site: site.id, input, revision: site.revision }, { onSuccess: () => notice(text.saved) });
  };
  return (
    <SaveForm action={text.save} errors={errors} isBusy={save.isPending} maw={560} onSubmit={submit}>
      <TextInput
        label={text.name}
        error={errors.at('name')}
        value={name}
        required
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <TextInput
        type="email"
        label={text.owner}
        description={text.ownerHint}
        error={errors.at('ownerEmail')}
        value={ownerEmail}
        required
        onChange={(event) => setOwnerEmail(event.currentTarget.value)}
      />
      <TagsInput
        label={text.hosts}
        description={text.hostsHint}
        error={errors.at('linkHosts')}
        value={linkHosts}
        onChange={setLinkHosts}
      />
      <TextInput
        label={text.previewUrl}
        description={text.previewUrlHint}
        placeholder="https://example.com/preview?slug={slug}&token={token}"
        error={errors.at('previewUrl')}
        value={previewUrl}
        maxLength={2_000}
        onChange={(event) => setPreviewUrl(event.currentTarget.value)}
      />
      <NumberInput
        label={text.activityDays}
        description={text.activityDaysHint}
        error={errors.at('activityDays')}
        value={activityDays}
        allowDecimal={false}
        onChange={setActivityDays}
      />
      <Switch
        label={text.trust}
        description={text.trustHint}
        checked={trustCallerUser}
        onChange={(event) => setTrust(event.currentTarget.checked)}
      />
      <TextInput label={text.siteId} value={site.id} readOnly />
    </SaveForm>
  );
}
