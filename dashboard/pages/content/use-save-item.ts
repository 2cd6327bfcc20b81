import { useState } from 'react';
import { RequestError } from '../../data/request.ts';
import { useSiteMutation } from '../../data/site-query.ts';
import type { UnsavedForm } from '../../data/unsaved/unsaved-form.ts';
import { useText } from '../../text/language.tsx';
import { useNotice } from '../../ui/notices.tsx';
import { de } from './content.de.ts';
import { en } from './content.en.ts';
import { UPDATE_CONTENT } from './content.query.ts';
import { de as draftDe } from './draft.de.ts';
import { en as draftEn } from './draft.en.ts';
import { SAVE_DRAFT } from './draft.query.ts';
import { type ItemValues, changesOf, withPlaceOf } from './item-values.ts';
import { type Item, type View, useShowView, valuesIn } from './item-views.ts';

interface Collision {
  mine: ItemValues;
  theirs: Item;
  target: View;
}

interface SaveOptions {
  base: Item;
  unsaved: UnsavedForm;
  /** Shows what is stored; what was typed since stays. */
  onChange: (item: Item) => void;
  /** Shows what is stored, and offers what was typed. */
  onSetAside: (item: Item) => void;
  reload: () => Promise<{ content: Item } | undefined>;
}

/** Saves an item or its draft; what another person has saved meanwhile is not replaced, but shown beside it. */
export function useSaveItem({ base, unsaved, onChange, onSetAside, reload }: SaveOptions) {
  const text = useText(en, de);
  const draftText = useText(draftEn, draftDe);
  const notice = useNotice();
  const show = useShowView();
  const [conflict, setConflict] = useState<Collision | null>(null);
  const update = useSiteMutation(UPDATE_CONTENT, { unsaved });
  const saveDraft = useSiteMutation(SAVE_DRAFT, { unsaved });
  const save = (target: View, values: ItemValues, onto: Item = base) => {
    const before = valuesIn(target, onto);
    const finish = (fresh: Item | undefined) => {
      if (fresh) onChange(fresh);
      setConflict(null);
      show(target, true);
      notice(target === 'draft' ? draftText.saved : text.saved);
    };
    const callbacks = {
      onSuccess: async () => finish((await reload())?.content),
      onError: async (error: Error) => {
        if (!isStale(error)) return;
        const fresh = await reload();
        if (!fresh) return;
        const mine = target === 'draft' ? withPlaceOf(values, valuesIn('live', fresh.content)) : values;
        if (Object.keys(changesOf(valuesIn(target, fresh.content), mine)).length > 0)
          return setConflict({ mine, theirs: fresh.content, target });
        // It was saved before, and the answer was lost.
        unsaved.markSaved();
        finish(fresh.content);
      },
    };
    update.reset();
    saveDraft.reset();
    if (target === 'live') {
      update.mutate({ id: onto.id, input: changesOf(before, values), revision: onto.revision }, callbacks);
    } else {
      const input = { ...changesOf(before, withPlaceOf(values, before)), itemRevision: onto.revision };
      saveDraft.mutate({ id: onto.id, input, revision: onto.draft?.revision ?? 0 }, callbacks);
    }
  };
  const error = update.error ?? saveDraft.error;
  return {
    save,
    isSaving: update.isPending,
    isSavingDraft: saveDraft.isPending,
    error: isStale(error) ? null : error,
    conflict,
    keepMine: () => conflict && save(conflict.target, conflict.mine, conflict.theirs),
    takeTheirs: () => {
      if (!conflict) return;
      onSetAside(conflict.theirs);
      setConflict(null);
      show(conflict.target, true);
    },
    closeConflict: () => setConflict(null),
  };
}

/** Whether somebody else has saved meanwhile. */
export function isStale(error: Error | null): boolean {
  return error instanceof RequestError && error.has('PRECONDITION_FAILED');
}
