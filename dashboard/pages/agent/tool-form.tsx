import { Card, Select, SimpleGrid, Switch, TextInput, Textarea } from '@mantine/core';
import type { CreateWebhookToolInput } from '../../.generated/graphql.ts';
import type { UnsavedForm } from '../../data/unsaved/unsaved-form.ts';
import { useText } from '../../text/language.tsx';
import { formErrors } from '../../ui/form-errors.ts';
import { SaveForm } from '../../ui/save-form.tsx';
import { useValues } from '../../ui/use-values.ts';
import { optionsOf } from './options-of.ts';
import { de } from './tool-form.de.ts';
import { en } from './tool-form.en.ts';
import { type ToolValues, inputOfTool, parseTool } from './tool-values.ts';

interface ToolFormProps {
  initial: ToolValues;
  action: string;
  isBusy: boolean;
  error: Error | null;
  unsaved: UnsavedForm;
  /** Of what is edited. */
  revision?: number;
  onSubmit: (input: CreateWebhookToolInput) => void;
}

type Form = ReturnType<typeof useValues<ToolValues>>;

/** Their values often have keys. */
const SECRETS = ['headers'] as const;
const MONOSPACE = { input: { fontFamily: 'monospace' } };

export function ToolForm({ initial, action, isBusy, error, unsaved, revision, onSubmit }: ToolFormProps) {
  const text = useText(en, de);
  const errors = formErrors(error);
  const form = useValues(initial, errors, { unsaved, base: revision, secrets: SECRETS });
  const input = inputOfTool(form.values);
  return (
    <Card withBorder maw={760}>
      <SaveForm
        action={action}
        isBusy={isBusy}
        errors={errors}
        unsaved={form.unsaved}
        isDisabled={input === null}
        onSubmit={() => input && onSubmit(input)}
      >
        <TextInput label={text.name} description={text.nameHint} required maxLength={64} {...form.text('name')} />
        <Textarea
          label={text.description}
          description={text.descriptionHint}
          required
          maxLength={5_000}
          autosize
          minRows={2}
          maxRows={8}
          {...form.text('description')}
        />
        <Request form={form} />
        <Rules form={form} />
      </SaveForm>
    </Card>
  );
}

/** What is sent, and what is made of the answer. */
function Request({ form }: { form: Form }) {
  const text = useText(en, de);
  const { inputSchema, headers } = parseTool(form.values);
  return (
    <>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <Select label={text.method} data={['GET', 'POST']} {...form.choice('method')} />
        <TextInput type="url" label={text.endpoint} required maxLength={2_048} {...form.text('endpoint')} />
      </SimpleGrid>
      <Textarea
        label={text.inputSchema}
        description={text.inputSchemaHint}
        required
        autosize
        minRows={4}
        maxRows={20}
        styles={MONOSPACE}
        {...form.text('inputSchema')}
        {...(inputSchema === null && { error: text.noSchema })}
      />
      <Textarea
        label={text.headers}
        description={text.headersHint}
        autosize
        minRows={2}
        maxRows={10}
        styles={MONOSPACE}
        {...form.text('headers')}
        {...(headers === null && { error: text.noHeaders })}
      />
      <TextInput
        label={text.resultPath}
        description={text.resultPathHint}
        maxLength={500}
        {...form.text('resultPath')}
      />
    </>
  );
}

function Rules({ form }: { form: Form }) {
  const text = useText(en, de);
  return (
    <>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <Select label={text.effect} data={optionsOf(text.effects)} {...form.choice('effect')} />
        <Select label={text.mayReceive} data={optionsOf(text.audiences)} {...form.choice('mayReceive')} />
      </SimpleGrid>
      {form.values.effect === 'write' && (
        <Switch label={text.runsWithoutConfirmation} {...form.flag('runsWithoutConfirmation')} />
      )}
      <Switch label={text.enabled} {...form.flag('enabled')} />
    </>
  );
}
