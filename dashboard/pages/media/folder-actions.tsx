import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useSiteMutation } from '../../data/site-query.ts';
import { useText } from '../../text/language.tsx';
import { useNotice } from '../../ui/notices.tsx';
import { Form, FormProblem } from '../../ui/form.tsx';
import { formErrors } from '../../ui/form-errors.ts';
import { DeleteFolder } from './delete-folder.tsx';
import type { Folder } from './folder-list.tsx';
import { slugOf } from './folder-slug.ts';
import { de } from './media.de.ts';
import { en } from './media.en.ts';
import { ADD_FOLDER, RENAME_FOLDER } from './media.query.ts';

interface FolderActionsProps {
  folders: readonly Folder[];
  /** As in the filter of files. */
  chosen: string | null;
  onDeleted: () => void;
}

/** A new folder in the chosen one, and what can be done with it. */
export function FolderActions({ folders, chosen, onDeleted }: FolderActionsProps) {
  const text = useText(en, de);
  const [asked, setAsked] = useState<'add' | 'rename' | 'delete' | null>(null);
  const folder = folders.find(({ id }) => id === chosen);
  const close = () => setAsked(null);
  if (asked === 'add') return <NewFolder parentId={folder?.id ?? null} onClose={close} />;
  if (folder && asked === 'rename') return <RenameFolder folder={folder} onClose={close} />;
  const actions = folder ? (['add', 'rename', 'delete'] as const) : (['add'] as const);
  return (
    <Group gap="xs">
      {actions.map((action) => (
        <Button key={action} variant="default" size="xs" onClick={() => setAsked(action)}>
          {text.folderActions[action]}
        </Button>
      ))}
      {folder && asked === 'delete' && (
        <DeleteFolder folder={folder} folders={folders} onClose={close} onDeleted={onDeleted} />
      )}
    </Group>
  );
}

function NewFolder({ parentId, onClose }: { parentId: string | null; onClose: () => void }) {
  const text = useText(en, de);
  const add = useSiteMutation(ADD_FOLDER);
  return (
    <FolderName
      initial=""
      action={text.create}
      isBusy={add.isPending}
      error={add.error}
      onSubmit={(name) => add.mutate({ input: { name, slug: slugOf(name), parentId } }, { onSuccess: onClose })}
      onClose={onClose}
    />
  );
}

/** Its slug stays, so that what is found by its path still is. */
function RenameFolder({ folder: { id, name, revision }, onClose }: { folder: Folder; onClose: () => void }) {
  const text = useText(en, de);
  const notice = useNotice();
  const rename = useSiteMutation(RENAME_FOLDER);
  const finish = () => {
    notice(text.renamed);
    onClose();
  };
  return (
    <FolderName
      initial={name}
      action={text.save}
      hint={text.renameHint}
      isBusy={rename.isPending}
      error={rename.error}
      onSubmit={(changed) => rename.mutate({ id, input: { name: changed }, revision }, { onSuccess: finish })}
      onClose={onClose}
    />
  );
}

interface FolderNameProps {
  initial: string;
  action: string;
  hint?: string;
  isBusy: boolean;
  error: Error | null;
  onSubmit: (name: string) => void;
  onClose: () => void;
}

function FolderName({ initial, action, hint, isBusy, error, onSubmit, onClose }: FolderNameProps) {
  const text = useText(en, de);
  const [name, setName] = useState(initial);
  const errors = formErrors(error);
  return (
    <Form errors={errors} onSubmit={() => onSubmit(name)}>
      <Stack gap="xs">
        <TextInput
          label={text.folderName}
          // The slug is made from it.
          error={errors.at('name') ?? errors.at('slug')}
          description={hint}
          value={name}
          required
          maxLength={300}
          data-autofocus
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <FormProblem errors={errors} />
        <Group gap="xs">
          <Button type="submit" size="xs" loading={isBusy}>
            {action}
          </Button>
          <Button variant="default" size="xs" onClick={onClose}>
            {text.close}
          </Button>
        </Group>
      </Stack>
    </Form>
  );
}
