import { Text, TextInput, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useSiteMutation } from '../../data/site-query.ts';
import { useText } from '../../text/language.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { useNotice } from '../../ui/notices.tsx';
import { formErrors } from '../../ui/form-errors.ts';
import { SaveForm } from '../../ui/save-form.tsx';
import { de } from './conversations.de.ts';
import { en } from './conversations.en.ts';
import { CREATE_DOCUMENT } from './conversations.query.ts';

interface MakeProps {
  question: string;
  answer: string;
  onClose: () => void;
}

const TITLE_LENGTH = 200;

/** A document from a question: what is saved is searched, so it is read and mended first. */
export function MakeDocument({ question, answer, onClose }: MakeProps) {
  const text = useText(en, de);
  const notice = useNotice();
  const create = useSiteMutation(CREATE_DOCUMENT);
  const [title, setTitle] = useState(question.replaceAll(/\s+/g, ' ').slice(0, TITLE_LENGTH));
  const [content, setContent] = useState(answer);
  const errors = formErrors(create.error);
  const submit = () =>
    create.mutate(
      { input: { title, content, tags: ['conversation'] } },
      {
        onSuccess: () => {
          notice(text.documentMade);
          onClose();
        },
      },
    );
  return (
    <Dialog size="lg" onClose={onClose} title={text.makeDocument}>
      <SaveForm action={text.addDocument} errors={errors} isBusy={create.isPending} isInDialog onSubmit={submit}>
        <Text size="sm">{text.documentHint}</Text>
        <TextInput
          label={text.documentTitle}
          error={errors.at('title')}
          value={title}
          required
          data-autofocus
          onChange={(event) => setTitle(event.currentTarget.value)}
        />
        <Textarea
          label={text.documentText}
          error={errors.at('content')}
          autosize
          minRows={6}
          maxRows={16}
          value={content}
          required
          onChange={(event) => setContent(event.currentTarget.value)}
        />
      </SaveForm>
    </Dialog>
  );
}
