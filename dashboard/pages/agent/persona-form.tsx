import { Card, Select, SimpleGrid, Stack, Switch, TagsInput, TextInput, Textarea, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import type { UnsavedForm } from '../../data/unsaved/unsaved-form.ts';
import { useText } from '../../text/language.tsx';
import { formErrors } from '../../ui/form-errors.ts';
import { SaveForm } from '../../ui/save-form.tsx';
import { useValues } from '../../ui/use-values.ts';
import { optionsOf } from './options-of.ts';
import { de } from './persona-form.de.ts';
import { en } from './persona-form.en.ts';
import type { PersonaValues } from './persona-values.ts';

interface PersonaFormProps {
  initial: PersonaValues;
  action: string;
  isBusy: boolean;
  error: Error | null;
  unsaved: UnsavedForm;
  /** Of what is edited. */
  revision?: number;
  onSubmit: (values: PersonaValues) => void;
}

/** Of the values that are in a part of a persona. */
const PATHS = {
  tone: 'voice.tone',
  verbosity: 'voice.verbosity',
  formality: 'voice.formality',
  personality: 'voice.personality',
  reasoningEffort: 'behavior.reasoningEffort',
  responseFormat: 'sdkResponseConfig.responseFormat',
  citationStyle: 'sdkResponseConfig.citationStyle',
  maxResponseLength: 'behavior.maxResponseLength',
} as const;

type Form = ReturnType<typeof useValues<PersonaValues>>;

export function PersonaForm({ initial, action, isBusy, error, unsaved, revision, onSubmit }: PersonaFormProps) {
  const text = useText(en, de);
  const errors = formErrors(error);
  const form = useValues(initial, errors, { unsaved, base: revision, paths: PATHS });
  return (
    <SaveForm
      action={action}
      isBusy={isBusy}
      errors={errors}
      unsaved={form.unsaved}
      maw={860}
      onSubmit={() => onSubmit(form.values)}
    >
      <Part title={text.basics}>
        <Basics form={form} />
      </Part>
      <Part title={text.voiceTitle}>
        <Voice form={form} />
      </Part>
      <Part title={text.behaviorTitle}>
        <Behavior form={form} />
      </Part>
    </SaveForm>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Card withBorder>
      <Title order={2} size="h4" mb="sm">
        {title}
      </Title>
      <Stack>{children}</Stack>
    </Card>
  );
}

const COLUMNS = { base: 1, sm: 3 };

function Basics({ form }: { form: Form }) {
  const text = useText(en, de);
  return (
    <>
      <TextInput label={text.name} required maxLength={300} {...form.text('name')} />
      <Textarea label={text.description} maxLength={5_000} autosize minRows={1} {...form.text('description')} />
      <Textarea
        label={text.systemPrompt}
        description={text.systemPromptHint}
        required
        maxLength={20_000}
        autosize
        minRows={6}
        maxRows={20}
        {...form.text('systemPrompt')}
      />
      <SimpleGrid cols={COLUMNS}>
        <Select label={text.status} data={optionsOf(text.statuses)} {...form.choice('status')} />
        <Select label={text.appType} data={optionsOf(text.appTypes)} {...form.choice('appType')} />
        <Select label={text.capabilityTier} data={optionsOf(text.capabilityTiers)} {...form.choice('capabilityTier')} />
      </SimpleGrid>
      <TagsInput label={text.expertise} description={text.expertiseHint} {...form.list('expertise')} />
      <TextInput label={text.avatar} maxLength={2_048} {...form.text('avatar')} />
    </>
  );
}

function Voice({ form }: { form: Form }) {
  const text = useText(en, de);
  return (
    <>
      <SimpleGrid cols={COLUMNS}>
        <Select label={text.tone} data={optionsOf(text.tones)} {...form.choice('tone')} />
        <Select label={text.verbosity} data={optionsOf(text.verbosities)} {...form.choice('verbosity')} />
        <Select label={text.formality} data={optionsOf(text.formalities)} {...form.choice('formality')} />
      </SimpleGrid>
      <Textarea label={text.personality} maxLength={2_000} autosize minRows={2} {...form.text('personality')} />
      <Textarea label={text.welcomeMessage} maxLength={2_000} autosize minRows={2} {...form.text('welcomeMessage')} />
      <Textarea
        label={text.suggestedQuestions}
        description={text.suggestedQuestionsHint}
        autosize
        minRows={2}
        maxRows={12}
        {...form.text('suggestedQuestions')}
      />
    </>
  );
}

function Behavior({ form }: { form: Form }) {
  const text = useText(en, de);
  return (
    <>
      <SimpleGrid cols={COLUMNS}>
        <Select
          label={text.reasoningEffort}
          data={optionsOf(text.reasoningEfforts)}
          {...form.choice('reasoningEffort')}
        />
        <Select label={text.responseFormat} data={optionsOf(text.responseFormats)} {...form.choice('responseFormat')} />
        <Select label={text.citationStyle} data={optionsOf(text.citationStyles)} {...form.choice('citationStyle')} />
      </SimpleGrid>
      <Switch label={text.showCitations} {...form.flag('showCitations')} />
      <Switch label={text.verifyCitations} description={text.verifyCitationsHint} {...form.flag('verifyCitations')} />
      <Switch label={text.proactiveEngagement} {...form.flag('proactiveEngagement')} />
      <Switch label={text.askClarifyingQuestions} {...form.flag('askClarifyingQuestions')} />
      <TextInput
        type="number"
        min={16}
        max={8_192}
        label={text.maxResponseLength}
        description={text.maxResponseLengthHint}
        {...form.text('maxResponseLength')}
      />
    </>
  );
}
