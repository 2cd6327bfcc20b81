import { useText } from '../../text/language.tsx';
import { ConfirmMutation } from '../../ui/confirm-mutation.tsx';
import { de } from './trash.de.ts';
import { en } from './trash.en.ts';
import { DELETE_TRASHED } from './trash.query.ts';

/** Asks before an item and its versions are removed for good. */
export function DeleteTrashed({ item, onClose }: { item: { id: string; title: string }; onClose: () => void }) {
  const text = useText(en, de);
  return (
    <ConfirmMutation
      mutation={DELETE_TRASHED}
      variables={{ id: item.id }}
      title={text.removeTitle(item.title)}
      action={text.remove}
      isDangerous
      notice={text.removed}
      onDone={onClose}
      onClose={onClose}
    >
      {text.removeText}
    </ConfirmMutation>
  );
}
