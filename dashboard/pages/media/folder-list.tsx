import { Button, Group, NavLink, Stack, TextInput, Title } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useSiteMutation } from '../../data/site-query.ts';
import { useText } from '../../text/language.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Problem } from '../../ui/problem.tsx';
import { de } from './media.de.ts';
import { en } from './media.en.ts';
import { ADD_FOLDER } from './media.query.ts';

export interface Folder {
  id: string;
  name: string;
  path: string;
  depth: number;
}

interface FolderListProps {
  folders: readonly Folder[];
  /** As in the filter of files. */
  chosen: string | null;
  onChoose: (folderId: string | null) => void;
}

export function FolderList({ folders, chosen, onChoose }: FolderListProps) {
  const text = useText(en, de);
  const entries = [
    { id: null, name: text.allFiles, depth: 0 },
    { id: 'null', name: text.noFolder, depth: 0 },
    ...folders.toSorted((one, other) => one.path.localeCompare(other.path)),
  ];
  return (
    <Stack gap="xs">
      <Title order={2} size="h5" id="media-folders">
        {text.folders}
      </Title>
      <nav aria-labelledby="media-folders">
        {entries.map(({ id, name, depth }) => (
          <NavLink
            key={id ?? 'all'}
            component="button"
            label={name}
            active={id === chosen}
            variant="light"
            aria-current={id === chosen ? 'true' : undefined}
            leftSection={<Icon name="folder" />}
            pl={12 + depth * 14}
            onClick={() => onChoose(id)}
          />
        ))}
      </nav>
      <NewFolder parentId={chosen === 'null' ? null : chosen} />
    </Stack>
  );
}

function NewFolder({ parentId }: { parentId: string | null }) {
  const text = useText(en, de);
  const add = useSiteMutation(ADD_FOLDER);
  const [name, setName] = useState<string | null>(null);
  if (name === null) {
    return (
      <Button variant="default" size="xs" leftSection={<Icon name="add" size={14} />} onClick={() => setName('')}>
        {text.newFolder}
      </Button>
    );
  }
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const input = { name, slug: slugOf(name), parentId };
    add.mutate({ input }, { onSuccess: () => setName(null) });
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="xs">
        <TextInput
          label={text.folderName}
          value={name}
          required
          data-autofocus
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Problem error={add.error} />
        <Group gap="xs">
          <Button type="submit" size="xs" loading={add.isPending}>
            {text.create}
          </Button>
          <Button variant="default" size="xs" onClick={() => setName(null)}>
            {text.close}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** Lower-case letters, digits and hyphens; `Größe 2` becomes `groesse-2`. */
function slugOf(name: string): string {
  const letters: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', ß: 'ss' };
  return name
    .toLowerCase()
    .replaceAll(/[äöüß]/g, (letter) => letters[letter] ?? '')
    .normalize('NFD')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 90);
}
