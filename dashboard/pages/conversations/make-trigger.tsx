import { Group, Radio, Text, TextInput, Textarea } from '@mantine/core';
import { useText } from '../../text/language.tsx';
import { FormDialog, useFormDialog } from '../../ui/form-dialog.tsx';
import { de } from './conversations.de.ts';
import { en } from './conversations.en.ts';
import { CREATE_TRIGGER_DRAFT } from './conversations.query.ts';
import type { MakeProps } from './make-document.tsx';

interface Values {
  type: 'keyword' | 'intent';
  value: string;
  message: string;
}

/** One input each for a part of the trigger. */
const PATHS = { value: 'trigger', message: 'response' };

/** A trigger that is disabled until an editor enables it. */
export function MakeTrigger({ question, answer, onClose }: MakeProps) {
  const text = useText(en, de);
  const initial: Values = { type: 'keyword', value: wordsOf(question), message: answer.slice(0, MESSAGE_LENGTH) };
  const options = {
    kind: 'answer-trigger',
    id: question.slice(0, EXAMPLE_LENGTH),
    notice: text.triggerMade,
    paths: PATHS,
    onClose,
  };
  const { form, save, dialog } = useFormDialog(CREATE_TRIGGER_DRAFT, initial, options);
  const { type, value, message } = form.values;
  const submit = () => {
    const examples = type === 'intent' ? [question.slice(0, EXAMPLE_LENGTH)] : [];
    save({ input: { type, trigger: { value, examples }, response: { message }, enabled: false } });
  };
  return (
    <FormDialog {...dialog} title={text.makeTrigger} action={text.addTrigger} onSubmit={submit}>
      <Text size="sm">{text.triggerHint}</Text>
      <Radio.Group label={text.firesOn} value={type} onChange={(chosen) => form.set('type', chosen)}>
        <Group mt="xs">
          <Radio value="keyword" label={text.keyword} />
          <Radio value="intent" label={text.intent} />
        </Group>
      </Radio.Group>
      <TextInput
        label={type === 'keyword' ? text.pattern : text.intentName}
        description={type === 'keyword' ? text.patternHint : text.intentHint}
        required
        data-autofocus
        {...form.text('value')}
      />
      <Textarea label={text.response} autosize minRows={4} maxRows={12} {...form.text('message')} />
    </FormDialog>
  );
}

const MESSAGE_LENGTH = 5_000;
const EXAMPLE_LENGTH = 300;
const MIN_WORD = 4;
const MAX_WORDS = 4;

/** The longer words of a message, all of which must occur. */
function wordsOf(message: string): string {
  const words = message.match(/[\p{L}\p{N}]+/gu) ?? [];
  const long = [...new Set(words.map((word) => word.toLowerCase()))].filter((word) => word.length >= MIN_WORD);
  return (long.length > 0 ? long : words).slice(0, MAX_WORDS).join(' + ');
}
