import { Card, Group, Radio, SimpleGrid, Stack, Switch, TagsInput, TextInput, Textarea } from '@mantine/core';
import type { ClientActionInput } from '../../.generated/graphql.ts';
import type { UnsavedForm } from '../../data/unsaved/unsaved-form.ts';
import { useText } from '../../text/language.tsx';
import { formErrors } from '../../ui/form-errors.ts';
import { SaveForm } from '../../ui/save-form.tsx';
import { useValues } from '../../ui/use-values.ts';
import { ActionList } from './action-list.tsx';
import { inputOfActions } from './action-values.ts';
import { de } from './trigger-form.de.ts';
import { en } from './trigger-form.en.ts';
import type { TriggerValues } from './trigger-values.ts';

interface TriggerFormProps {
  initial: TriggerValues;
  isNew: boolean;
  action: string;
  isBusy: boolean;
  error: Error | null;
  unsaved: UnsavedForm;
  /** Of what is edited. */
  revision?: number;
  onSubmit: (values: TriggerValues, actions: ClientActionInput[]) => void;
}

/** Of the values that are in a part of a trigger. */
const PATHS = {
  value: 'trigger.value',
  confidence: 'trigger.confidence',
  examples: 'trigger.examples',
  message: 'response.message',
  contentId: 'response.contentId',
  priority: 'options.priority',
  skipAgent: 'options.skipAgent',
  actionsOnly: 'options.actionsOnly',
} as const;

type Form = ReturnType<typeof useValues<TriggerValues>>;

export function TriggerForm({ initial, isNew, action, isBusy, error, unsaved, revision, onSubmit }: TriggerFormProps) {
  const errors = formErrors(error);
  const form = useValues(initial, errors, { unsaved, base: revision, paths: PATHS });
  const actions = inputOfActions(form.values.actions);
  return (
    <Card withBorder maw={760}>
      <SaveForm
        action={action}
        isBusy={isBusy}
        errors={errors}
        unsaved={form.unsaved}
        isDisabled={actions === null}
        onSubmit={() => actions && onSubmit(form.values, actions)}
      >
        <Condition form={form} isNew={isNew} />
        <Response form={form} />
        <Options form={form} />
      </SaveForm>
    </Card>
  );
}

function Condition({ form, isNew }: { form: Form; isNew: boolean }) {
  const text = useText(en, de);
  const isIntent = form.values.type === 'intent';
  return (
    <>
      {/* The service does not change the type of a trigger. */}
      {isNew && (
        <Radio.Group label={text.type} value={form.values.type} onChange={(type) => form.set('type', type)}>
          <Group mt="xs">
            {(['keyword', 'intent'] as const).map((type) => (
              <Radio key={type} value={type} label={text.types[type]} />
            ))}
          </Group>
        </Radio.Group>
      )}
      <TextInput
        label={isIntent ? text.intent : text.pattern}
        description={isIntent ? undefined : text.patternHint}
        required
        maxLength={2_000}
        {...form.text('value')}
      />
      {isIntent && (
        <>
          <Textarea
            label={text.examples}
            description={text.examplesHint}
            autosize
            minRows={2}
            maxRows={12}
            {...form.text('examples')}
          />
          <TextInput
            type="number"
            min={0}
            max={1}
            step="any"
            required
            label={text.confidence}
            {...form.text('confidence')}
          />
        </>
      )}
    </>
  );
}

function Response({ form }: { form: Form }) {
  const text = useText(en, de);
  const { type, skipAgent } = form.values;
  const hint = type === 'intent' ? 'replaced' : skipAgent ? 'answer' : 'guidance';
  return (
    <>
      <Textarea
        label={text.message}
        description={text.messageHints[hint]}
        maxLength={5_000}
        autosize
        minRows={3}
        maxRows={12}
        {...form.text('message')}
      />
      <TextInput label={text.contentId} maxLength={300} {...form.text('contentId')} />
      <ActionList actions={form.values.actions} onChange={(all) => form.set('actions', all)} />
    </>
  );
}

function Options({ form }: { form: Form }) {
  const text = useText(en, de);
  return (
    <>
      <Stack gap="xs">
        {form.values.type === 'keyword' && <Switch label={text.skipAgent} {...form.flag('skipAgent')} />}
        <Switch label={text.actionsOnly} {...form.flag('actionsOnly')} />
        <Switch label={text.enabled} {...form.flag('enabled')} />
      </Stack>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <TextInput
          type="number"
          step={1}
          required
          label={text.priority}
          description={text.priorityHint}
          {...form.text('priority')}
        />
        <TagsInput label={text.tags} inputWrapperOrder={['label', 'input', 'error']} {...form.list('tags')} />
      </SimpleGrid>
    </>
  );
}
