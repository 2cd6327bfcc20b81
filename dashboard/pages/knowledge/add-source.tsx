import { Button, Text, TextInput, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useSiteMutation } from '../../data/site-query.ts';
import { useText } from '../../text/language.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { formErrors } from '../../ui/form-errors.ts';
import { useNotice } from '../../ui/notices.tsx';
import { SaveForm } from '../../ui/save-form.tsx';
import { useValues } from '../../ui/use-values.ts';
import { de } from './knowledge.de.ts';
import { en } from './knowledge.en.ts';
import { ADD_DOCUMENT, ADD_VIDEO } from './knowledge.query.ts';

/** What is added by hand. Files are added in the media library, content when it is published. */
export function AddSource() {
  const text = useText(en, de);
  const [asked, setAsked] = useState<'document' | 'video' | null>(null);
  const close = () => setAsked(null);
  return (
    <>
      <Button onClick={() => setAsked('document')}>{text.addDocument}</Button>
      <Button variant="default" onClick={() => setAsked('video')}>
        {text.addVideo}
      </Button>
      {asked === 'document' && <AddDocument onClose={close} />}
      {asked === 'video' && <AddVideo onClose={close} />}
    </>
  );
}

function AddDocument({ onClose }: { onClose: () => void }) {
  const text = useText(en, de);
  const notice = useNotice();
  const add = useSiteMutation(ADD_DOCUMENT);
  const errors = formErrors(add.error);
  const form = useValues({ title: '', content: '' }, errors);
  const finish = () => {
    notice(text.adding);
    onClose();
  };
  return (
    <Dialog size="lg" isKept={form.isChanged} onClose={onClose} title={text.addDocument}>
      <SaveForm
        action={text.add}
        errors={errors}
        isBusy={add.isPending}
        isInDialog
        onSubmit={() => add.mutate({ input: form.values }, { onSuccess: finish })}
      >
        <TextInput label={text.documentTitle} required maxLength={300} data-autofocus {...form.text('title')} />
        <Textarea
          label={text.documentText}
          description={text.documentHint}
          required
          autosize
          minRows={8}
          maxRows={20}
          {...form.text('content')}
        />
      </SaveForm>
    </Dialog>
  );
}

function AddVideo({ onClose }: { onClose: () => void }) {
  const text = useText(en, de);
  const notice = useNotice();
  const add = useSiteMutation(ADD_VIDEO);
  const errors = formErrors(add.error);
  const form = useValues({ videoUrl: '', title: '' }, errors);
  const { videoUrl, title } = form.values;
  const finish = () => {
    notice(text.adding);
    onClose();
  };
  return (
    <Dialog size="lg" isKept={form.isChanged} onClose={onClose} title={text.addVideo}>
      <SaveForm
        action={text.add}
        errors={errors}
        isBusy={add.isPending}
        isInDialog
        onSubmit={() => add.mutate({ input: { videoUrl, title: title || null } }, { onSuccess: finish })}
      >
        <Text size="sm">{text.videoHint}</Text>
        <TextInput
          type="url"
          label={text.videoUrl}
          required
          maxLength={2_048}
          data-autofocus
          {...form.text('videoUrl')}
        />
        <TextInput label={text.videoTitle} maxLength={300} {...form.text('title')} />
      </SaveForm>
    </Dialog>
  );
}
