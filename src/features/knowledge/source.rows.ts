import type { Scope } from '../../database/database.ts';
import { type TableRow, table } from '../../database/table.ts';
import { Where } from '../../database/where.ts';
import { accessCondition } from '../../access/access-sql.ts';
import type { Viewer } from '../../access/viewer.ts';
import type { KnowledgeSource } from './document.types.ts';
import { KnowledgeSourceEntity, type SourceKind } from './knowledge.entity.ts';

const MAX_SOURCES = 1_000;

const sources = table(KnowledgeSourceEntity, 's', {
  only: ['id', 'kind', 'fileName', 'status', 'error', 'chunks', 'createdAt', 'processedAt'],
});
const { c } = sources;
const FIND_BY_ID = sources.select(`where ${c.siteId} = $1 and ${c.id} = $2 and ${c.draftOf} is null`);

/** Lists the published sources in the knowledge base that the viewer can read, newest first. */
export async function listSources(viewer: Viewer): Promise<KnowledgeSource[]> {
  const where = new Where()
    .equal(c.siteId, viewer.site.id)
    .and(() => c.published)
    .and((values) => accessCondition(viewer.entitlement, sources.alias, values));
  const rows = await viewer.scope.rows(
    sources.select(`where ${where.sql} order by ${c.createdAt} desc, ${c.id} desc limit ${MAX_SOURCES}`),
    where.values.list,
  );
  return rows.map(toSource);
}

/** The source with this id; null if the scope has none. */
export async function findSource(scope: Scope, id: string): Promise<KnowledgeSource | null> {
  const row = await scope.row(FIND_BY_ID, [scope.siteId, id]);
  return row && toSource(row);
}

function toSource({ kind, ...source }: TableRow<typeof sources>): KnowledgeSource {
  return { ...source, fileType: fileType(kind, source.fileName) };
}

function fileType(kind: SourceKind, fileName: string): string {
  return kind === 'file' ? (/\.([a-z0-9]{1,10})$/i.exec(fileName)?.[1]?.toLowerCase() ?? 'file') : kind;
}
