import { NavLink, Stack, Title } from '@mantine/core';
import { useMayEdit } from '../../app/use-may-edit.ts';
import { useText } from '../../text/language.tsx';
import { Icon } from '../../ui/icon.tsx';
import { FolderActions } from './folder-actions.tsx';
import { de } from './media.de.ts';
import { en } from './media.en.ts';

export interface Folder {
  id: string;
  name: string;
  path: string;
  depth: number;
  revision: number;
}

interface FolderListProps {
  folders: readonly Folder[];
  /** As in the filter of files. */
  chosen: string | null;
  onChoose: (folderId: string | null) => void;
}

export function FolderList({ folders, chosen, onChoose }: FolderListProps) {
  const text = useText(en, de);
  const mayEdit = useMayEdit();
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
      {mayEdit && <FolderActions key={chosen} folders={folders} chosen={chosen} onDeleted={() => onChoose(null)} />}
    </Stack>
  );
}
