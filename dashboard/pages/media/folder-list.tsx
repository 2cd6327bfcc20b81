import { NavLink, Stack, Title } from '@mantine/core';
import { useMayEdit } from '../../app/use-may-edit.ts';
import { useText } from '../../text/language.tsx';
import { Icon } from '../../ui/icon.tsx';
import { BoxedList } from '../../ui/long-list.tsx';
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

/** Most names need one line. */
const ROW_HEIGHT = 41;

/** A site may have thousands of folders: the page has those that can be seen. */
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
        <BoxedList label={text.folders} count={entries.length} rowHeight={ROW_HEIGHT} maxHeight="60vh">
          {(index) => {
            const entry = entries[index];
            return (
              entry && (
                <NavLink
                  component="button"
                  label={entry.name}
                  active={entry.id === chosen}
                  variant="light"
                  aria-current={entry.id === chosen ? 'true' : undefined}
                  leftSection={<Icon name="folder" />}
                  pl={12 + entry.depth * 14}
                  onClick={() => onChoose(entry.id)}
                />
              )
            );
          }}
        </BoxedList>
      </nav>
      {mayEdit && <FolderActions key={chosen} folders={folders} chosen={chosen} onDeleted={() => onChoose(null)} />}
    </Stack>
  );
}
