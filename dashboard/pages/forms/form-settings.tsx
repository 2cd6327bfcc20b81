import { Card, Select, Switch, TextInput, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useSiteId } from '../../app/use-site-id.ts';
import { useSiteMutation } from '../../data/site-query.ts';
import { useText } from '../../text/language.tsx';
import { useNotice } from '../../ui/notices.tsx';
import { formErrors } from '../../ui/form-errors.ts';
import { SaveForm } from '../../ui/save-form.tsx';
import { de } from './forms.de.ts';
import { en } from './forms.en.ts';
import { SAVE_FORMS } from './forms.query.ts';

export type Template = 'default' | 'simple' | 'branded';

interface Settings {
  enabled: boolean;
  recipients: readonly string[];
  fromName?: string | null;
  subjectTemplate: string;
  replyTo?: string | null;
  template: Template;
  honeypotField?: string | null;
}

interface FormSettingsProps {
  settings: Settings;
  ownerEmail: string;
  revision: number;
}

export function FormSettings({ settings, ownerEmail, revision }: FormSettingsProps) {
  const text = useText(en, de);
  const site = useSiteId();
  const notice = useNotice();
  const save = useSiteMutation(SAVE_FORMS);
  const [values, setValues] = useState({ ...settings, recipients: settings.recipients.join('\n') });
  const change = (changed: Partial<typeof values>) => setValues({ ...values, ...changed });
  const submit = () => {
    const recipients = values.recipients.split(/[\s,;]+/).filter((address) => address !== '');
    const optional = { fromName: values.fromName || null, replyTo: values.replyTo || null };
    const forms = { ...values, ...optional, recipients, honeypotField: values.honeypotField || null };
    // A callback of `mutate` is not called if this form is replaced by that of the new revision before.
    save.mutateAsync({ siteId: site, input: { forms }, expectedRevision: revision }).then(
      () => notice(text.saved),
      () => undefined,
    );
  };
  const errors = formErrors(save.error);
  const at = (key: keyof Settings) => errors.at(`forms.${key}`);
  return (
    <Card withBorder maw={640}>
      <SaveForm action={text.save} errors={errors} isBusy={save.isPending} onSubmit={submit}>
        <Switch
          label={text.enabled}
          checked={values.enabled}
          onChange={(event) => change({ enabled: event.currentTarget.checked })}
        />
        <Textarea
          label={text.recipients}
          error={at('recipients')}
          description={text.recipientsHint(ownerEmail)}
          autosize
          minRows={2}
          value={values.recipients}
          onChange={(event) => change({ recipients: event.currentTarget.value })}
        />
        <TextInput
          label={text.fromName}
          error={at('fromName')}
          maxLength={300}
          value={values.fromName ?? ''}
          onChange={(event) => change({ fromName: event.currentTarget.value })}
        />
        <TextInput
          label={text.subject}
          error={at('subjectTemplate')}
          description={text.subjectHint}
          maxLength={300}
          value={values.subjectTemplate}
          onChange={(event) => change({ subjectTemplate: event.currentTarget.value })}
        />
        <TextInput
          label={text.replyTo}
          error={at('replyTo')}
          type="email"
          value={values.replyTo ?? ''}
          onChange={(event) => change({ replyTo: event.currentTarget.value })}
        />
        <TemplateSelect value={values.template} onChange={(template) => change({ template })} />
        <TextInput
          label={text.honeypot}
          error={at('honeypotField')}
          description={text.honeypotHint}
          maxLength={200}
          value={values.honeypotField ?? ''}
          onChange={(event) => change({ honeypotField: event.currentTarget.value })}
        />
      </SaveForm>
    </Card>
  );
}

export function TemplateSelect({ value, onChange }: { value: Template; onChange: (template: Template) => void }) {
  const text = useText(en, de);
  const data = (['default', 'simple', 'branded'] as const).map((name) => ({
    value: name,
    label: text.templates[name],
  }));
  return (
    <Select
      label={text.template}
      data={data}
      value={value}
      allowDeselect={false}
      onChange={(template) => onChange(template as Template)}
    />
  );
}
