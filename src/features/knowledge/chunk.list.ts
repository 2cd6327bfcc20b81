import { Values } from '../../database/columns.ts';
import { type TableRow, expression, table } from '../../database/table.ts';
import { Where } from '../../database/where.ts';
import { notFound } from '../../shared/errors.ts';
import { isId } from '../../shared/ids.ts';
import { type Page, type PageRequest, type Sort, readPage } from '../../database/pagination.ts';
import { assertGranted } from '../../access/access.ts';
import { publishedCondition, sourceTextCondition } from '../../access/access-sql.ts';
import type { Viewer } from '../../access/viewer.ts';
import type { KnowledgeChunk } from './chunk.types.ts';
import { ChunkEntity, KnowledgeSourceEntity } from './knowledge.entity.ts';

export const CHUNK_PAGES = { default: 50, max: 100 };

/** The embedder of chunks without a vector. */
const NO_EMBEDDER = 'none';

const chunks = table(ChunkEntity, 'c', {
  only: ['id', 'position', 'section', 'text', 'page', 'startTime', 'endTime', 'embedder'],
  add: {
    /** A vector of the searched model beside that of the chunk's row, until it has taken its place. */
    hasFurther: expression<boolean>(`exists (select from chunk_vector v, embedding_state e
      where v.chunk_id = c.id and v.embedder = e.active->>'model')`),
  },
});
const { c } = chunks;
const POSITION_SORT: Sort = { expression: c.position, direction: 'asc', type: 'integer', nullable: false };

const sources = table(KnowledgeSourceEntity, 's', {
  only: ['accessLevel', 'requiredSubscriptions', 'generation', 'textAccessLevel'],
});

/**
 * The chunks of a source that searches find now. None of a source that has not been indexed, and none while the indexed text
 * has a level that the viewer cannot read.
 * @param model the present embedding model
 * @throws ServiceError 401 or 403 if the viewer cannot read the source, 404 if there is none for it
 */
export async function listChunks(
  viewer: Viewer,
  model: string,
  sourceId: string,
  page: PageRequest,
): Promise<Page<KnowledgeChunk>> {
  const { generation, textAccessLevel, isTextReadable } = await readSourceState(viewer, sourceId);
  const where = new Where().equal(c.siteId, viewer.site.id).equal(c.sourceId, sourceId);
  if (isTextReadable) where.whenPresent(generation, (n) => `${c.generation} = ${n}`);
  else where.nothing();
  return readPage(viewer.scope, page, {
    table: chunks,
    where,
    sort: POSITION_SORT,
    sizes: CHUNK_PAGES,
    toItem: ({ embedder, hasFurther, ...chunk }) => ({
      ...chunk,
      accessLevel: textAccessLevel ?? 'public',
      embedder: hasFurther ? model : embedder === NO_EMBEDDER ? null : embedder,
      hasVector: hasFurther || embedder === model,
    }),
    sortValue: ({ position }) => position,
  });
}

async function readSourceState(
  viewer: Viewer,
  id: string,
): Promise<TableRow<typeof sources> & { isTextReadable: boolean }> {
  const values = new Values();
  const { entitlement } = viewer;
  const isTextReadable = expression<boolean>(
    `(s.generation is not null and ${sourceTextCondition(entitlement, 's', values)})`,
  );
  const [site, source] = [values.add(viewer.site.id), values.add(isId(id) ? id : null)];
  // Of every access level, so that the error tells what is required.
  const row = await viewer.teaserScope.row<TableRow<typeof sources> & { isTextReadable: boolean }>(
    `select ${sources.columns}, ${isTextReadable} as "isTextReadable" from ${sources.from}
     where ${sources.c.siteId} = ${site} and ${sources.c.id} = ${source}::uuid
       and ${publishedCondition(entitlement, sources.c.published)}`,
    values.list,
  );
  if (!row) throw notFound('Source');
  assertGranted(viewer, row);
  return row;
}
