import { useSiteMutation } from '../../data/site-query.ts';
import { useText } from '../../text/language.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { useNotice } from '../../ui/notices.tsx';
import { de } from './draft.de.ts';
import { en } from './draft.en.ts';
import { DISCARD_DRAFT, PUBLISH_DRAFT } from './draft.query.ts';
import { type Draft, type Item, useShowView } from './item-views.ts';
import { isStale } from './use-save-item.ts';

interface DraftDialogProps {
  item: Item;
  draft: Draft;
  /** Shows what is stored; what was typed since stays. */
  onChange: (item: Item) => void;
  /** Shows what is stored, without what was typed. */
  onDiscard: (item: Item) => void;
  reload: () => Promise<{ content: Item } | undefined>;
  onClose: () => void;
}

/** Makes a draft live. If the live item was changed since it was begun, that is said first. */
export function PublishDraft(props: DraftDialogProps) {
  const text = useText(en, de);
  const { item, draft, onClose } = props;
  const { mutate, isPending, error } = useSiteMutation(PUBLISH_DRAFT);
  const callbacks = useCallbacks(props, text.published);
  const isOutdated = item.revision !== draft.itemRevision;
  return (
    <Confirm
      isOpen
      title={isOutdated ? text.publishOverTitle : text.publishTitle}
      action={isOutdated ? text.publishOver : text.publish}
      isBusy={isPending}
      error={isStale(error) ? null : error}
      onConfirm={() => mutate({ id: item.id, revision: draft.revision, itemRevision: item.revision }, callbacks)}
      onClose={onClose}
    >
      {isOutdated ? text.publishOverText(draft.itemRevision, item.revision) : text.publishText}
    </Confirm>
  );
}

export function DiscardDraft(props: DraftDialogProps) {
  const text = useText(en, de);
  const { item, draft, onClose } = props;
  const { mutate, isPending, error } = useSiteMutation(DISCARD_DRAFT);
  const callbacks = useCallbacks(props, text.discarded);
  return (
    <Confirm
      isOpen
      isDangerous
      title={text.discardTitle}
      action={text.discard}
      isBusy={isPending}
      error={isStale(error) ? null : error}
      onConfirm={() => mutate({ id: item.id, revision: draft.revision }, callbacks)}
      onClose={onClose}
    >
      {text.discardText}
    </Confirm>
  );
}

/** Afterwards the item is read again; if somebody else has changed the draft meanwhile, that one is shown instead. */
function useCallbacks({ draft, onChange, onDiscard, reload, onClose }: DraftDialogProps, done: string) {
  const text = useText(en, de);
  const notice = useNotice();
  const show = useShowView();
  const read = async (use: (item: Item) => void) => {
    const fresh = await reload();
    if (fresh) use(fresh.content);
    return fresh?.content;
  };
  return {
    onSuccess: async () => {
      await read(onDiscard);
      onClose();
      show('live', true);
      notice(done);
    },
    onError: async (error: Error) => {
      if (!isStale(error)) return;
      const fresh = await read(onChange);
      if (!fresh || fresh.draft?.revision === draft.revision) return;
      onClose();
      notice(text.changed);
    },
  };
}
