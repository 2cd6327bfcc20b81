import type { Values } from '../../database/columns.ts';
import { isId } from '../../shared/ids.ts';
import type { Viewer } from '../../access/viewer.ts';
import { contentItems, redactFor, withDrafts } from './content.rows.ts';
import type { ContentItem } from './content.types.ts';

const { c } = contentItems;
const ORIGINAL = `coalesce(${c.translationOf}, ${c.id})`;
const FIND_BY_ORIGINALS = contentItems.select(
  `where ${c.siteId} = $1 and (${c.id} = any($2::uuid[]) or ${c.translationOf} = any($2::uuid[])) order by ${c.language}`,
);

/** The readable items that are translations of each other, by the id of their original. */
export async function translationsByOriginal(viewer: Viewer, originals: readonly string[]): Promise<ContentItem[][]> {
  const stored = await viewer.scope.rows(FIND_BY_ORIGINALS, [viewer.scope.siteId, originals]);
  const rows = await withDrafts(viewer, stored);
  const items = rows.map((row) => redactFor(viewer.entitlement, row)).filter(({ access }) => access.granted);
  const itemsByOriginal = Map.groupBy(items, ({ id, translationOf }) => translationOf ?? id);
  return originals.map((id) => itemsByOriginal.get(id) ?? []);
}

/**
 * Returns the SQL condition that no translation of the item in a row has an earlier one of the languages.
 * @param isListed the condition under which a translation counts, by its alias
 */
export function isFirstTranslation(
  row: string,
  languages: readonly string[],
  values: Values,
  isListed: (row: string, values: Values) => string,
): string {
  const list = `${values.add(languages)}::text[]`;
  const none = (other: string, condition: string) => `not exists (select from content_list ${other}
    where ${other}.site_id = ${row}.site_id and ${condition}
      and array_position(${list}, ${other}.language) < array_position(${list}, ${row}.language)
      and ${isListed(other, values)})`;
  // Each condition has an index.
  return `(${none(`${row}o`, `${row}o.id = ${row}.translation_of`)}
    and ${none(`${row}t`, `${row}t.translation_of = coalesce(${row}.translation_of, ${row}.id)`)})`;
}

const translations = `select t.id, t.language from content_item t where t.site_id = $1 and t.translation_of = ${ORIGINAL}
  union all select o.id, o.language from content_item o where o.site_id = $1 and o.id = ${ORIGINAL}`;
const SELECT_TRANSLATIONS = `select c.id as source, t.id from content_item c
  cross join lateral (select id from (${translations}) t where t.language = any($3::text[])
    order by array_position($3::text[], t.language) limit 1) t
  where c.site_id = $1 and c.id = any($2::uuid[]) and t.id <> c.id`;

/**
 * The ids of translations in the first of the languages that the viewer can read, by the id of the item. Items without one
 * are not in it.
 */
export async function translatedIds(
  viewer: Viewer,
  ids: readonly string[],
  { languages, includeRestricted }: { languages: readonly string[]; includeRestricted: boolean },
): Promise<ReadonlyMap<string, string>> {
  const validIds = ids.filter(isId);
  if (languages.length === 0 || validIds.length === 0) return new Map();
  const scope = includeRestricted ? viewer.teaserScope : viewer.scope;
  const rows = await scope.rows<{ source: string; id: string }>(SELECT_TRANSLATIONS, [
    scope.siteId,
    validIds,
    languages,
  ]);
  return new Map(rows.map(({ source, id }) => [source, id]));
}
