import { Text, TextInput, Textarea } from '@mantine/core';
import { useText } from '../../text/language.tsx';
import { FormDialog, useFormDialog } from '../../ui/form-dialog.tsx';
import { de } from './conversations.de.ts';
import { en } from './conversations.en.ts';
import { CREATE_DOCUMENT } from './conversations.query.ts';

/** Of a dialog that makes something of a turn. */
export interface MakeProps {
  question: string;
  /** Empty if there is none. */
  answer: string;
  onClose: () => void;
}

const TITLE_LENGTH = 200;

/** A document from a question: what is saved is searched, so it is read and mended first. */
export function MakeDocument({ question, answer, onClose }: MakeProps) {
  const text = useText(en, de);
  const initial = { title: question.replaceAll(/\s+/g, ' ').slice(0, TITLE_LENGTH), content: answer };
  const options = { kind: 'answer-document', id: question.slice(0, TITLE_LENGTH), notice: text.documentMade, onClose };
  const { form, save, dialog } = useFormDialog(CREATE_DOCUMENT, initial, options);
  const submit = () => save({ input: { ...form.values, tags: ['conversation'] } });
  return (
    <FormDialog {...dialog} title={text.makeDocument} action={text.addDocument} onSubmit={submit}>
      <Text size="sm">{text.documentHint}</Text>
      <TextInput label={text.documentTitle} required data-autofocus {...form.text('title')} />
      <Textarea
        label={text.documentText}
        placeholder={text.documentPlaceholder}
        autosize
        minRows={6}
        maxRows={16}
        required
        {...form.text('content')}
      />
    </FormDialog>
  );
}
