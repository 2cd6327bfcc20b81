import { Group, Radio, Text, TextInput, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useSiteMutation } from '../../data/site-query.ts';
import { useText } from '../../text/language.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { useNotice } from '../../ui/notices.tsx';
import { formErrors } from '../../ui/form-errors.ts';
import { SaveForm } from '../../ui/save-form.tsx';
import { de } from './conversations.de.ts';
import { en } from './conversations.en.ts';
import { CREATE_TRIGGER_DRAFT } from './conversations.query.ts';

interface MakeProps {
  question: string;
  answer: string;
  onClose: () => void;
}

/** A trigger that is disabled until an editor enables it. */
export function MakeTrigger({ question, answer, onClose }: MakeProps) {
  const text = useText(en, de);
  const notice = useNotice();
  const create = useSiteMutation(CREATE_TRIGGER_DRAFT);
  const [type, setType] = useState<'keyword' | 'intent'>('keyword');
  const [value, setValue] = useState(wordsOf(question));
  const [message, setMessage] = useState(answer.slice(0, MESSAGE_LENGTH));
  const errors = formErrors(create.error);
  const submit = () => {
    const examples = type === 'intent' ? [question.slice(0, EXAMPLE_LENGTH)] : [];
    const input = { type, trigger: { value, examples }, response: { message }, enabled: false };
    create.mutate(
      { input },
      {
        onSuccess: () => {
          notice(text.triggerMade);
          onClose();
        },
      },
    );
  };
  return (
    <Dialog size="lg" onClose={onClose} title={text.makeTrigger}>
      <SaveForm action={text.addTrigger} errors={errors} isBusy={create.isPending} isInDialog onSubmit={submit}>
        <Text size="sm">{text.triggerHint}</Text>
        <Radio.Group label={text.firesOn} value={type} onChange={(chosen) => setType(chosen)}>
          <Group mt="xs">
            <Radio value="keyword" label={text.keyword} />
            <Radio value="intent" label={text.intent} />
          </Group>
        </Radio.Group>
        <TextInput
          label={type === 'keyword' ? text.pattern : text.intentName}
          description={type === 'keyword' ? text.patternHint : text.intentHint}
          error={errors.at('trigger')}
          value={value}
          required
          data-autofocus
          onChange={(event) => setValue(event.currentTarget.value)}
        />
        <Textarea
          label={text.response}
          error={errors.at('response')}
          autosize
          minRows={4}
          maxRows={12}
          value={message}
          onChange={(event) => setMessage(event.currentTarget.value)}
        />
      </SaveForm>
    </Dialog>
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
