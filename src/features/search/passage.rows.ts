import { Values } from '../../database/columns.ts';
import { type Expression, type RowOf, expression, orNull, table } from '../../database/table.ts';
import { sourceTextCondition } from '../access/access-sql.ts';
import type { AccessLevel } from '../access/access-level.ts';
import type { Entitlement } from '../access/entitlement.ts';
import type { Viewer } from '../access/viewer.ts';
import { ContentDraftEntity } from '../content/draft/content-draft.entity.ts';
import { ContentItemEntity } from '../content/content.entity.ts';
import { ChunkEntity, KnowledgeSourceEntity } from '../knowledge/knowledge.entity.ts';

const { c: s } = table(KnowledgeSourceEntity, 's');
const items = table(ContentItemEntity, 'i');
const { c: draft } = table(ContentDraftEntity, 'd');
/** With a preview, an item is not found by live text that the viewer sees replaced: row-level security hides other drafts. */
const HAS_NO_DRAFT = `not exists (select from content_draft d where ${draft.id} = s.id)`;
const passages = table(ChunkEntity, 'c', {
  only: ['id', 'sourceId', 'section', 'page', 'startTime', 'endTime'],
  add: {
    content: table(ChunkEntity, 'c').c.text,
    source: s.kind,
    title: s.title,
    fileName: s.fileName,
    contentType: s.contentType,
    frontMatter: s.frontMatter,
    type: orNull(items.c.type),
    slug: orNull(items.c.slug),
    url: items.c.url,
    language: orNull(items.c.language),
    accessLevel: s.accessLevel,
    // Never null of a source whose text is searched.
    textAccessLevel: expression<AccessLevel>(s.textAccessLevel),
    textRequiredSubscriptions: expression<readonly string[]>(s.textRequiredSubscriptions),
    isPublished: expression<boolean>('(s.published and s.text_published)'),
  },
});

export type Passage = RowOf<typeof passages>;

interface Wanted<Extra extends object> {
  /** On the chunk `c` alone, using one of its indexes: its id or its source. */
  chunks: string;
  /** On its source `s`. */
  sources?: string;
  /** Further columns. */
  add?: { [K in keyof Extra]: Expression<Extra[K]> };
  orderBy?: string;
}

/**
 * The only access to text of the knowledge base: current passages whose source the viewer can read, both now and at the
 * time of indexing. Chunks are selected first, then their sources one by one; otherwise the planner would read all
 * sources of the site.
 */
export async function readablePassages<Extra extends object = object>(
  viewer: Viewer,
  entitlement: Entitlement,
  wanted: (values: Values) => Wanted<Extra>,
): Promise<(Passage & Extra)[]> {
  const values = new Values();
  const { chunks, sources, add = {}, orderBy } = wanted(values);
  const conditions = [
    sourceTextCondition(entitlement, 's', values),
    sources,
    entitlement.seesUnpublished && HAS_NO_DRAFT,
  ];
  const added = Object.entries<string>(add).map(([name, sql]) => `, ${sql} as "${name}"`);
  return viewer.as(entitlement).scope.rows<Passage & Extra>(
    `with c as materialized (select * from chunk c where ${chunks})
     select ${passages.columns}${added.join('')}
     from c cross join lateral (
       select * from knowledge_source s where s.id = c.source_id and s.generation = c.generation
         and s.site_id = ${values.add(viewer.site.id)} and ${conditions.filter(Boolean).join(' and ')}
       offset 0
     ) s left join ${items.name} on s.kind = 'content' and ${items.c.id} = s.id ${orderBy ? `order by ${orderBy}` : ''}`,
    values.list,
  );
}
