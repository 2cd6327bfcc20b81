import { Card, Select, Switch, TextInput, Textarea } from '@mantine/core';
import { useSiteId } from '../../app/use-site-id.ts';
import { useSiteMutation } from '../../data/site-query.ts';
import { useText } from '../../text/language.tsx';
import { useNotice } from '../../ui/notices.tsx';
import { formErrors } from '../../ui/form-errors.ts';
import { SaveForm } from '../../ui/save-form.tsx';
import { useUnsaved } from '../../ui/use-unsaved.ts';
import { useValues } from '../../ui/use-values.ts';
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

/** As the service names them. */
const PATHS = {
  enabled: 'forms.enabled',
  recipients: 'forms.recipients',
  fromName: 'forms.fromName',
  subjectTemplate: 'forms.subjectTemplate',
  replyTo: 'forms.replyTo',
  honeypotField: 'forms.honeypotField',
};

function valuesOf(settings: Settings) {
  return {
    ...settings,
    recipients: settings.recipients.join('\n'),
    fromName: settings.fromName ?? '',
    replyTo: settings.replyTo ?? '',
    honeypotField: settings.honeypotField ?? '',
  };
}

export function FormSettings({ settings, ownerEmail, revision }: FormSettingsProps) {
  const text = useText(en, de);
  const site = useSiteId();
  const notice = useNotice();
  const unsaved = useUnsaved('form-settings');
  const save = useSiteMutation(SAVE_FORMS, { unsaved });
  const errors = formErrors(save.error);
  const form = useValues(valuesOf(settings), errors, { unsaved, base: revision, paths: PATHS });
  const { values } = form;
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
  return (
    <Card withBorder maw={640}>
      <SaveForm action={text.save} errors={errors} unsaved={form.unsaved} isBusy={save.isPending} onSubmit={submit}>
        <Switch label={text.enabled} {...form.flag('enabled')} />
        <Textarea
          label={text.recipients}
          description={text.recipientsHint(ownerEmail)}
          autosize
          minRows={2}
          {...form.text('recipients')}
        />
        <TextInput label={text.fromName} maxLength={300} {...form.text('fromName')} />
        <TextInput
          label={text.subject}
          description={text.subjectHint}
          maxLength={300}
          {...form.text('subjectTemplate')}
        />
        <TextInput label={text.replyTo} type="email" {...form.text('replyTo')} />
        <TemplateSelect value={values.template} onChange={(template) => form.set('template', template)} />
        <TextInput
          label={text.honeypot}
          description={text.honeypotHint}
          maxLength={200}
          {...form.text('honeypotField')}
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
