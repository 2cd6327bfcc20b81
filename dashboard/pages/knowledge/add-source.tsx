import { Button, Text, TextInput, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useSiteQuery } from '../../data/site-query.ts';
import { useText } from '../../text/language.tsx';
import { FormDialog, useFormDialog } from '../../ui/form-dialog.tsx';
import { de } from './knowledge.de.ts';
import { en } from './knowledge.en.ts';
import { ADD_DOCUMENT, ADD_VIDEO, VIDEO_MODEL } from './knowledge.query.ts';

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
  const options = { kind: 'document', notice: text.adding, onClose };
  const { form, save, dialog } = useFormDialog(ADD_DOCUMENT, { title: '', content: '' }, options);
  return (
    <FormDialog {...dialog} title={text.addDocument} action={text.add} onSubmit={() => save({ input: form.values })}>
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
    </FormDialog>
  );
}

function AddVideo({ onClose }: { onClose: () => void }) {
  const text = useText(en, de);
  const options = { kind: 'video', notice: text.adding, onClose };
  const { form, save, dialog } = useFormDialog(ADD_VIDEO, { videoUrl: '', title: '' }, options);
  const seen = useSiteQuery(VIDEO_MODEL, {});
  const { videoUrl, title } = form.values;
  const submit = () => save({ input: { videoUrl, title: title || null } });
  return (
    <FormDialog {...dialog} title={text.addVideo} action={text.add} onSubmit={submit}>
      <Text size="sm">
        {text.videoHint} {seen.data?.videoModel.images === false && text.sightless}
      </Text>
      <TextInput
        type="url"
        label={text.videoUrl}
        required
        maxLength={2_048}
        data-autofocus
        {...form.text('videoUrl')}
      />
      <TextInput label={text.videoTitle} maxLength={300} {...form.text('title')} />
    </FormDialog>
  );
}
