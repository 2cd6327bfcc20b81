import type { Scope, ScopeTransaction } from '../../../database/database.ts';
import { type TableRow, table } from '../../../database/table.ts';
import { ContentTypeEntity, type ContentTypeEntityRow } from '../../content-type/content-type.entity.ts';
import type { TextBlock } from '../../../text/chunking/types.ts';
import type { SourceService } from '../../knowledge/source.service.ts';
import { MAX_SHORT_BYTES, type SourceReader, type SourceText } from '../../knowledge/source-text.ts';
import { eachItems } from './each-item.ts';
import { ContentItemEntity, type ContentItemEntityRow } from '../content.entity.ts';
import { indexTerms } from './search-terms.ts';
import { currentFields } from '../current-fields.rows.ts';
import { indexableText } from '../fields/readable-text.ts';
import { putDraftSources, removeDraftSource } from '../draft/draft-source.rows.ts';

const types = table(ContentTypeEntity, 't');
const items = table(ContentItemEntity, 'c', {
  only: ['id', 'title', 'excerpt', 'content', 'status', 'aiIndexed'],
  add: { customFields: currentFields('c'), fields: types.c.fields, aiConfig: types.c.aiConfig },
  join: `join ${types.name} on t.id = c.content_type_id`,
});
const FIND_BY_IDS = items.select('where c.id = any($1::uuid[])');
const SHORT = items.select(`where c.id = any($1::uuid[])
  and octet_length(concat(c.excerpt, c.content, c.custom_fields)) <= ${MAX_SHORT_BYTES}`);

/** The searchable texts of published items and drafts of indexed types: the knowledge base has no others. */
export const contentKnowledge: SourceReader = {
  read: async (scope, id) => toTexts(await scope.rows(FIND_BY_IDS, [[id]])).get(id) ?? null,
  readShort: async (scope, ids) => toTexts(await scope.rows(SHORT, [ids])),
};

/** The job after a change of a content type: every item of it is added, removed or indexed again, in lists as well. */
export async function syncType(
  sources: SourceService,
  scope: Scope,
  contentTypeId: string,
  signal: AbortSignal,
): Promise<void> {
  await eachItems(scope, { contentTypeId }, signal, async (tx, items) => {
    const type = await tx.em.findOne(ContentTypeEntity, { id: contentTypeId });
    for (const item of items) await follow(sources, tx, item, type);
    const indexed = items.filter((item) => isIndexable(item, type)).map(({ id }) => id);
    const jobs = await putDraftSources(tx, indexed, 'hidden');
    tx.afterCommit(() => sources.dispatch(jobs));
    await indexTerms(tx, items, () => type);
  });
}

/** Updates the source in the transaction of a change of its type. Statements that write an item do the same. */
async function follow(
  sources: SourceService,
  tx: ScopeTransaction,
  item: ContentItemEntityRow,
  type: ContentTypeEntityRow | null,
): Promise<void> {
  if (!isIndexable(item, type)) {
    await removeDraftSource(tx, item.id);
    return sources.remove(tx, item.id);
  }
  const { id, title, type: contentType, accessLevel, requiredSubscriptions, status } = item;
  const published = status === 'published';
  const textBytes = Buffer.byteLength(item.content ?? '') + Buffer.byteLength(JSON.stringify(item.customFields));
  const facts = { id, title, fileName: title, contentType, accessLevel, requiredSubscriptions, published, textBytes };
  await sources.put(tx, { ...facts, kind: 'content' });
}

function toTexts(rows: readonly TableRow<typeof items>[]): Map<string, SourceText> {
  return new Map(rows.filter((row) => isIndexable(row, row)).map((row) => [row.id, toSourceText(row, row)]));
}

/** Returns whether the knowledge base has the item. */
export function isIndexable(
  item: Pick<ContentItemEntityRow, 'status' | 'aiIndexed'>,
  type: Pick<ContentTypeEntityRow, 'aiConfig'> | null,
): boolean {
  return item.status !== 'archived' && item.aiIndexed && type !== null && type.aiConfig.indexed;
}

export function toSourceText(
  item: Pick<ContentItemEntityRow, 'title' | 'excerpt' | 'content' | 'customFields'>,
  { fields, aiConfig }: Pick<ContentTypeEntityRow, 'fields' | 'aiConfig'>,
): SourceText {
  const values: TextBlock[] = indexableText(fields, item.customFields).map(({ label, text }) => ({
    kind: 'paragraph',
    text: `${label}: ${text}`,
  }));
  const summary: TextBlock[] = item.excerpt ? [{ kind: 'paragraph', text: item.excerpt }] : [];
  return {
    title: item.title,
    blocks: [...summary, ...values],
    body: item.content ?? '',
    embed: aiConfig.generateEmbeddings,
    extractKeywords: aiConfig.extractKeywords,
  };
}
