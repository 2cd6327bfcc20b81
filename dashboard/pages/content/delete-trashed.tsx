import { useSiteMutation } from '../../data/site-query.ts';
import { useText } from '../../text/language.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { useNotice } from '../../ui/notices.tsx';
import { de } from './trash.de.ts';
import { en } from './trash.en.ts';
import { DELETE_TRASHED } from './trash.query.ts';

/** Asks before an item and its versions are removed for good. */
export function DeleteTrashed({ item, onClose }: { item: { id: string; title: string }; onClose: () => void }) {
  const text = useText(en, de);
  const notice = useNotice();
  const remove = useSiteMutation(DELETE_TRASHED);
  const finish = () => {
    notice(text.removed);
    onClose();
  };
  return (
    <Confirm
      isOpen
      title={text.removeTitle(item.title)}
      action={text.remove}
      isDangerous
      isBusy={remove.isPending}
      error={remove.error}
      // A callback of `mutate` is not called if the list is replaced by the new one before.
      onConfirm={() => void remove.mutateAsync({ id: item.id }).then(finish, () => undefined)}
      onClose={onClose}
    >
      {text.removeText}
    </Confirm>
  );
}
