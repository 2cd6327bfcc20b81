import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useSiteId } from '../../app/use-site-id.ts';
import { useText } from '../../text/language.tsx';
import { useNotice } from '../../ui/notices.tsx';
import { type BulkAction, type BulkFailure, type SelectedItem, affectedBy, runBulk, undoBulk } from './bulk.ts';
import { de } from './bulk.de.ts';
import { en } from './bulk.en.ts';

export interface Failures {
  title: string;
  /** What became of them and of the others. */
  hint?: string;
  list: readonly BulkFailure[];
  /** Takes the others back. */
  undo?: (() => void) | undefined;
}

interface Bulk {
  action: BulkAction;
  items: readonly SelectedItem[];
}

/**
 * Runs an action on several items, offers to take it back, and says which were not changed and why.
 * @param onDone gets the items that were selected, and those of them that were rejected
 */
export function useBulk(onDone: (selected: readonly SelectedItem[], rejected: readonly SelectedItem[]) => void) {
  const text = useText(en, de);
  const site = useSiteId();
  const notice = useNotice();
  const queries = useQueryClient();
  const [failures, setFailures] = useState<Failures | null>(null);
  const readAgain = () => queries.invalidateQueries({ queryKey: [site] });
  const undo = useMutation({
    mutationFn: ({ action, items }: Bulk) => undoBulk(site, action, items),
    onMutate: () => setFailures(null),
    onSuccess: async ({ done, failures: list }, { items }) => {
      if (list.length === 0) notice(text.undone(done.length));
      else setFailures({ title: text.notUndoneOf(list.length, items.length), list });
      await readAgain();
    },
  });
  const run = useMutation({
    mutationFn: ({ action, items }: Bulk) => runBulk(site, action, affectedBy(action, items)),
    onMutate: () => setFailures(null),
    onSuccess: async ({ done, failures: list }, { action, items }) => {
      // First, because items that are selected while the list is read again stay selected.
      onDone(
        items,
        list.map(({ item }) => item),
      );
      const takeBack = () => undo.mutate({ action, items: done });
      if (list.length === 0) notice(text.done(done.length), { label: text.undo, run: takeBack });
      else
        setFailures({
          title: text.notDoneOf(list.length, list.length + done.length),
          hint: text.stillSelected(done.length),
          list,
          undo: done.length > 0 ? takeBack : undefined,
        });
      await readAgain();
    },
  });
  return { run, undo, failures, closeFailures: () => setFailures(null) };
}
