import { useText } from '../../text/language.tsx';
import { ConfirmMutation } from '../../ui/confirm-mutation.tsx';
import type { Folder } from './folder-list.tsx';
import { de } from './media.de.ts';
import { en } from './media.en.ts';
import { DELETE_FOLDER } from './media.query.ts';

interface DeleteFolderProps {
  folder: Folder;
  folders: readonly Folder[];
  onClose: () => void;
  onDeleted: () => void;
}

/** Says what happens to the folders in it and to their files. */
export function DeleteFolder({ folder, folders, onClose, onDeleted }: DeleteFolderProps) {
  const text = useText(en, de);
  const inside = folders.filter(({ path }) => path.startsWith(`${folder.path}/`)).length;
  return (
    <ConfirmMutation
      mutation={DELETE_FOLDER}
      variables={{ id: folder.id, revision: folder.revision }}
      title={text.deleteFolderTitle(folder.name)}
      action={text.folderActions.delete}
      isDangerous
      notice={text.folderDeleted}
      onDone={onDeleted}
      onClose={onClose}
    >
      {inside > 0 && `${text.deleteInside(inside)} `}
      {text.deleteFolderText}
    </ConfirmMutation>
  );
}
