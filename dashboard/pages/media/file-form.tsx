import { Anchor, Button, Fieldset, Group, Image, Select, Stack, Text, TextInput, Textarea, Title } from '@mantine/core';
import { useMayEdit } from '../../app/use-may-edit.ts';
import { useSiteMutation } from '../../data/site-query.ts';
import { useFormats } from '../../text/formats.ts';
import { useText } from '../../text/language.tsx';
import { useNotice } from '../../ui/notices.tsx';
import { Form, FormProblem } from '../../ui/form.tsx';
import { formErrors } from '../../ui/form-errors.ts';
import { useUnsaved } from '../../ui/use-unsaved.ts';
import { useValues } from '../../ui/use-values.ts';
import { DeleteFile } from './delete-file.tsx';
import { FocalPoint, type Point } from './focal-point.tsx';
import type { Folder } from './folder-list.tsx';
import { de } from './media.de.ts';
import { en } from './media.en.ts';
import { SAVE_FILE } from './media.query.ts';
import { type Uses, UsedBy } from './used-by.tsx';

interface OpenFile {
  id: string;
  revision: number;
  url: string;
  fileName: string;
  contentType: string;
  kind: string;
  size?: number | null;
  width?: number | null;
  height?: number | null;
  alt?: string | null;
  caption?: string | null;
  focalPoint?: Point | null;
  folderId?: string | null;
  createdAt: string;
  usedBy: Uses;
}

interface FileFormProps {
  file: OpenFile;
  folders: readonly Folder[];
  onClose: () => void;
}

export function FileForm({ file, folders, onClose }: FileFormProps) {
  const text = useText(en, de);
  const notice = useNotice();
  const unsaved = useUnsaved('file', file.id);
  const save = useSiteMutation(SAVE_FILE, { unsaved });
  const mayEdit = useMayEdit();
  const errors = formErrors(save.error);
  const form = useValues(valuesOf(file), errors, { unsaved, base: file.revision });
  const { alt, caption, folderId, point } = form.values;
  const isImage = file.kind === 'image';
  const submit = () => {
    const focalPoint = point && { x: point.x, y: point.y };
    const input = { alt: alt || null, caption: caption || null, folderId, ...(isImage ? { focalPoint } : {}) };
    // A callback of `mutate` is not called if this form is replaced by that of the new revision before.
    save.mutateAsync({ id: file.id, input, expectedRevision: file.revision }).then(
      () => notice(text.saved),
      () => undefined,
    );
  };
  return (
    <Stack>
      {isImage && mayEdit && <FocalPoint url={file.url} point={point} onChange={(next) => form.set('point', next)} />}
      {isImage && !mayEdit && <Image src={file.url} alt={file.alt ?? ''} mah={320} fit="contain" />}
      <Facts file={file} />
      <Form errors={errors} unsaved={form.unsaved} onSubmit={submit}>
        <Fieldset variant="unstyled" disabled={!mayEdit}>
          <Stack>
            {isImage && (
              <TextInput label={text.alt} description={text.altHint} maxLength={5_000} {...form.text('alt')} />
            )}
            <Textarea label={text.caption} autosize minRows={2} maxLength={5_000} {...form.text('caption')} />
            <Select
              label={text.folder}
              error={errors.at('folderId')}
              placeholder={text.noFolder}
              data={folders.map(({ id, path }) => ({ value: id, label: path }))}
              value={folderId}
              clearable
              clearButtonProps={{ 'aria-label': text.noFolder }}
              onChange={(id) => form.set('folderId', id)}
            />
            <FormProblem errors={errors} />
            {mayEdit && (
              <Group justify="space-between">
                <Button type="submit" loading={save.isPending}>
                  {text.save}
                </Button>
                <DeleteFile id={file.id} fileName={file.fileName} onDeleted={onClose} />
              </Group>
            )}
          </Stack>
        </Fieldset>
      </Form>
      <section aria-labelledby="file-used-by">
        <Title order={3} size="h5" id="file-used-by" mb="xs">
          {text.usedBy}
        </Title>
        <UsedBy uses={file.usedBy} />
      </section>
    </Stack>
  );
}

function valuesOf({ alt, caption, folderId, focalPoint }: OpenFile) {
  return {
    alt: alt ?? '',
    caption: caption ?? '',
    folderId: folderId ?? null,
    point: focalPoint ?? null,
  };
}

function Facts({ file }: { file: OpenFile }) {
  const text = useText(en, de);
  const formats = useFormats();
  const size = file.width && file.height ? `${file.width} × ${file.height}` : null;
  const facts = [file.contentType, formats.bytes(file.size ?? 0), size, formats.moment(file.createdAt)];
  return (
    <Text size="sm" c="dimmed">
      {facts.filter((fact) => fact !== null).join(' · ')} ·{' '}
      <Anchor href={file.url} target="_blank" rel="noreferrer" size="sm" underline="always">
        {text.openFile}
      </Anchor>
    </Text>
  );
}
