import { Button, Group, Stack, Text, TextInput, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useSiteMutation } from '../../data/site-query.ts';
import { useText } from '../../text/language.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { useNotice } from '../../ui/notices.tsx';
import { Problem } from '../../ui/problem.tsx';
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
      <form
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <Stack>
          <Text size="sm">{text.documentHint}</Text>
          <TextInput
            label={text.documentTitle}
            value={title}
            required
            data-autofocus
            onChange={(event) => setTitle(event.currentTarget.value)}
          />
          <Textarea
            label={text.documentText}
            autosize
            minRows={6}
            maxRows={16}
            value={content}
            required
            onChange={(event) => setContent(event.currentTarget.value)}
          />
          <Problem error={create.error} />
          <Group justify="flex-end">
            <Button type="submit" loading={create.isPending}>
              {text.addDocument}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
