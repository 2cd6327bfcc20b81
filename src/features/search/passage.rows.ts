import { Values } from '../../database/columns.ts';
import { type Expression, type TableRow, expression, orNull, table } from '../../database/table.ts';
import { webLinkOrNull } from '../../shared/link.ts';
import { sourceTextCondition } from '../../access/access-sql.ts';
import type { PassageKind } from './passage-source.types.ts';
import type { AccessLevel } from '../../access/access-level.ts';
import type { Entitlement } from '../../access/entitlement.ts';
import type { Viewer } from '../../access/viewer.ts';
import { ContentDraftEntity } from '../content/content-draft.entity.ts';
import { ContentItemEntity } from '../content/content.entity.ts';
import { ChunkEntity, KnowledgeSourceEntity } from '../knowledge/knowledge.entity.ts';

const { c: s } = table(KnowledgeSourceEntity, 's');
const items = table(ContentItemEntity, 'i');
const { c: draft } = table(ContentDraftEntity, 'd');
const { c: chunk } = table(ChunkEntity, 'c');
/** URL of the page of a passage: that of the draft for a text of the draft, as its title is. */
const URL = `case when s.draft_of is null then ${items.c.url} else (
  select case when jsonb_exists(${draft.changes}, 'url') then ${draft.changes} ->> 'url' else ${items.c.url} end
  from content_draft d where ${draft.id} = s.draft_of) end`;
const passages = table(ChunkEntity, 'c', {
  only: ['id', 'section', 'page', 'startTime', 'endTime'],
  add: {
    content: chunk.text,
    // The text of a draft is that of its item.
    sourceId: expression<string>('s.item_id'),
    source: expression<PassageKind>(`case ${s.kind} when 'draft' then 'content' else ${s.kind} end`),
    /** Id of its source in the knowledge base: that of a draft is not its item. */
    indexedId: chunk.sourceId,
    title: s.title,
    fileName: s.fileName,
    contentType: s.contentType,
    frontMatter: s.frontMatter,
    // Of content items.
    type: orNull(items.c.type),
    slug: orNull(items.c.slug),
    url: expression<string | null>(URL),
    language: orNull(items.c.language),
    accessLevel: s.accessLevel,
    // At the time of indexing; never null of a source whose text is searched.
    textAccessLevel: expression<AccessLevel>(s.textAccessLevel),
    textRequiredSubscriptions: expression<readonly string[]>(s.textRequiredSubscriptions),
    isPublished: expression<boolean>('(s.published and s.text_published)'),
  },
});

export type Passage = TableRow<typeof passages>;

interface PassageSelection<Extra extends object> {
  /** Condition on the chunk `c` alone, using one of its indexes: its id or its source. */
  chunks: string;
  /** Condition on its source `s`. */
  sources?: string;
  /** Expressions of further columns. */
  add?: { [K in keyof Extra]: Expression<Extra[K]> };
  orderBy?: string;
}

/**
 * The only access to text of the knowledge base: current passages whose source the viewer can read, both now and at the
 * time of indexing. Chunks are selected first, then their sources one by one; otherwise the planner would read all
 * sources of the site.
 */
export async function readPassages<Extra extends object = object>(
  viewer: Viewer,
  entitlement: Entitlement,
  select: (values: Values) => PassageSelection<Extra>,
): Promise<(Passage & Extra)[]> {
  const values = new Values();
  const { chunks, sources, add = {}, orderBy } = select(values);
  const conditions = [textCondition(entitlement, values), sources];
  const columns = Object.entries<string>(add).map(([name, sql]) => `, ${sql} as "${name}"`);
  const rows = await viewer.withEntitlement(entitlement).previewScope.rows<Passage & Extra>(
    `with c as materialized (select * from chunk c where ${chunks})
     select ${passages.columns}${columns.join('')}
     from c cross join lateral (
       select s.*, coalesce(s.draft_of, s.id) as item_id from knowledge_source s
       where s.id = c.source_id and s.generation = c.generation
         and s.site_id = ${values.add(viewer.site.id)} and ${conditions.filter(Boolean).join(' and ')}
       offset 0
     ) s left join ${items.name} on s.kind in ('content', 'draft') and ${items.c.id} = s.item_id ${orderBy ? `order by ${orderBy}` : ''}`,
    values.list,
  );
  // One that was stored before URLs were checked must not reach a client.
  return rows.map((row) => (row.url === webLinkOrNull(row.url) ? row : { ...row, url: null }));
}

/**
 * The condition for readable texts. With a preview, the text of a draft that the viewer previews takes the place of the item's
 * own. Row-level security has only drafts that the viewer can read, by the access level of the draft and by that of its item.
 */
function textCondition({ preview, ...rights }: Entitlement, values: Values): string {
  if (!preview) return `s.draft_of is null and ${sourceTextCondition(rights, 's', values)}`;
  const item = preview.itemId === null ? null : `${values.add(preview.itemId)}::uuid`;
  const isPreviewed = (id: string): string => (item ? `${id} = ${item}` : 'true');
  const text = sourceTextCondition({ ...rights, seesUnpublished: true }, 's', values);
  // With `offset 0` one draft is looked at, not all of them before.
  const isReplaced = `exists (select from content_draft d where ${draft.id} = s.id and ${isPreviewed('s.id')} offset 0)`;
  return [
    text,
    rights.seesUnpublished
      ? 'true'
      : `(s.published and s.text_published or ${isPreviewed('coalesce(s.draft_of, s.id)')})`,
    `(s.draft_of is null and not ${isReplaced} or s.draft_of is not null and ${isPreviewed('s.draft_of')})`,
  ].join(' and ');
}

const sourceIds = table(KnowledgeSourceEntity, 's', { only: ['id'] });
const ITEM_SOURCE_IDS = sourceIds.select(`where ${s.siteId} = $1 and (${s.id} = $2 or ${s.draftOf} = $2)`);

/** Sources of an item that the viewer previews although it does not see what is unpublished. */
export async function readPreviewedSources(viewer: Viewer, entitlement: Entitlement): Promise<string[]> {
  const { seesUnpublished, preview } = entitlement;
  if (seesUnpublished || !preview?.itemId) return [];
  const rows = await viewer
    .withEntitlement(entitlement)
    .previewScope.rows(ITEM_SOURCE_IDS, [viewer.site.id, preview.itemId]);
  return rows.map(({ id }) => id);
}
