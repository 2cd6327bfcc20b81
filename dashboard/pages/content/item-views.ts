import { useNavigate, useSearch } from '@tanstack/react-router';
import type { ContentItemQuery } from '../../.generated/graphql.ts';
import { type ItemValues, valuesOf } from './item-values.ts';

export type Item = NonNullable<ContentItemQuery['content']>;
export type Draft = NonNullable<Item['draft']>;

/** What the form of an item shows and saves. */
export type View = 'live' | 'draft';

/** In the address, so that a form with changes asks before another view replaces it. */
export function useView({ draft }: Item): View {
  const { view }: { view?: unknown } = useSearch({ strict: false });
  return view === 'draft' && draft ? 'draft' : 'live';
}

/** @param isSaved whether the form has no changes that would be lost */
export function useShowView(): (view: View, isSaved?: boolean) => void {
  const navigate = useNavigate();
  return (view, isSaved = false) => {
    const search = view === 'draft' ? { view } : {};
    void navigate({ to: '.', search, replace: true, resetScroll: false, ignoreBlocker: isSaved });
  };
}

/** Of the item and of its draft, as one text. */
export function revisionsOf({ revision, draft }: Item): string {
  return [revision, draft?.revision ?? 0].join(' ');
}

/** The item as it is, to be saved over those revisions only. */
export function withRevisions(item: Item, revisions: string): Item {
  const [revision = 0, ofDraft = 0] = revisions.split(' ').map(Number);
  return { ...item, revision, draft: item.draft && { ...item.draft, revision: ofDraft } };
}

/** The values of the item as it is live, or with its draft if it has one. */
export function valuesIn(view: View, item: Item): ItemValues {
  if (view === 'live' || !item.draft) return valuesOf(item);
  const { customFields, ...changes } = item.draft.values as Partial<ItemValues>;
  const fields = Object.entries({ ...item.customFields, ...customFields }).filter(([, value]) => value !== null);
  return valuesOf({ ...item, ...changes, customFields: Object.fromEntries(fields) });
}
