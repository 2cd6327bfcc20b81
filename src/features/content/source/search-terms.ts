import type { Scope, ScopeTransaction } from '../../../database/database.ts';
import { bodyBlocks } from '../../../text/chunking/body-blocks.ts';
import { type Passage, searchVector } from '../../../text/search-vector.ts';
import type { FieldDefinition } from '../../content-type/field-definition.ts';
import { ContentTypeEntity } from '../../content-type/content-type.entity.ts';
import { eachItems } from './each-item.ts';
import type { ContentItemEntityRow } from '../content.entity.ts';
import { searchableText } from '../fields/readable-text.ts';

/** Characters of a body whose words are searched: a request must not be busy with one text. */
const MAX_BODY_LENGTH = 200_000;

const SEARCHED_PROPERTIES = ['title', 'excerpt', 'customFields', 'content', 'language'] as const;
type SearchedValues = { [K in (typeof SEARCHED_PROPERTIES)[number]]?: ContentItemEntityRow[K] | undefined };
type TypeFields = { readonly fields: readonly FieldDefinition[] } | null;

/** The words of an item by which lists find it, as a `tsvector`. Teasers are only found by those of weight A and B. */
export function searchTerms(
  { title, excerpt, customFields, content, language }: SearchedValues,
  type: TypeFields,
): string {
  const fields: Passage[] = searchableText(type?.fields ?? [], customFields).map((text) => ({ text, weight: 'C' }));
  const passages: Passage[] = [
    { text: title ?? '', weight: 'A' },
    { text: excerpt ?? '', weight: 'B' },
    ...fields,
    { text: bodyText((content ?? '').slice(0, MAX_BODY_LENGTH)), weight: 'D' },
  ];
  return searchVector(passages, language ?? 'en');
}

/** Returns whether the words of an item may be others after these changes. */
export function affectsSearchTerms(changes: Partial<ContentItemEntityRow>): boolean {
  return SEARCHED_PROPERTIES.some((name) => Object.hasOwn(changes, name));
}

/** Removes tags, entities and front matter. A text that has none is not parsed: its words are the same. */
function bodyText(body: string): string {
  if (!/^\ufeff?---|<[a-z!/]|&[#a-z]/i.test(body)) return body;
  return bodyBlocks(body)
    .map(({ text }) => text)
    .join('\n');
}

const ON_CONFLICT = 'on conflict (item_id) do update set terms = excluded.terms';

/** A statement that writes the words of the item that `from` names by its id. */
export function writeTermsSql(siteId: string, terms: string, from: string): string {
  return `insert into content_text (item_id, site_id, terms)
    select id, ${siteId}::uuid, ${terms}::tsvector from ${from} ${ON_CONFLICT}`;
}

/** Lists are others then, although no item is: their answers may not be kept. */
const WRITE_ALL = `with written as (
    insert into content_text as t (item_id, site_id, terms)
    select id, $1, terms::tsvector from unnest($2::uuid[], $3::text[]) as item (id, terms)
    ${ON_CONFLICT} where t.terms is distinct from excluded.terms
    returning 1
  )
  insert into site_revision (site_id, topic, mark)
  select $1, 'content', hashtextextended(gen_random_uuid()::text, 0) where exists (select from written)`;

/** Writes the words of items that the transaction has locked. */
export async function indexTerms(
  tx: ScopeTransaction,
  items: readonly ContentItemEntityRow[],
  findType: (item: ContentItemEntityRow) => TypeFields,
): Promise<void> {
  if (items.length === 0) return;
  const terms = items.map((item) => searchTerms(item, findType(item)));
  await tx.rows(WRITE_ALL, [tx.siteId, items.map(({ id }) => id), terms]);
}

/** Writes the words of all items of a site again. */
export async function indexSite(scope: Scope, signal: AbortSignal): Promise<void> {
  await eachItems(scope, {}, signal, async (tx, items) => {
    const types = await tx.em.find(ContentTypeEntity, {});
    const typesById = new Map(types.map((type) => [type.id, type]));
    await indexTerms(tx, items, (item) => typesById.get(item.contentTypeId ?? '') ?? null);
  });
}
