import { useSiteMutation } from '../../data/site-query.ts';
import { useText } from '../../text/language.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { useNotice } from '../../ui/notices.tsx';
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
  const notice = useNotice();
  const remove = useSiteMutation(DELETE_FOLDER);
  const inside = folders.filter(({ path }) => path.startsWith(`${folder.path}/`)).length;
  const finish = () => {
    notice(text.folderDeleted);
    onDeleted();
  };
  return (
    <Confirm
      isOpen
      title={text.deleteFolderTitle(folder.name)}
      action={text.folderActions.delete}
      isDangerous
      isBusy={remove.isPending}
      error={remove.error}
      onConfirm={() =>
        void remove
          .mutateAsync({ id: folder.id, revision: folder.revision })
          // A callback of `mutate` is not called if the list is replaced by the new one before.
          .then(finish, () => undefined)
      }
      onClose={onClose}
    >
      {inside > 0 && `${text.deleteInside(inside)} `}
      {text.deleteFolderText}
    </Confirm>
  );
}
