import { table } from '../../database/table.ts';
import { Where } from '../../database/where.ts';
import { accessCondition } from '../access/access-sql.ts';
import type { Viewer } from '../access/viewer.ts';
import type { KnowledgeSource } from './document.types.ts';
import { KnowledgeSourceEntity, type SourceKind } from './knowledge.entity.ts';

const MAX_SOURCES = 1_000;

const sources = table(KnowledgeSourceEntity, 's', {
  only: ['id', 'kind', 'fileName', 'status', 'chunks', 'createdAt', 'processedAt'],
});
const { c } = sources;

/** Published sources in the knowledge base that the viewer can read, newest first. */
export async function listSources(viewer: Viewer): Promise<KnowledgeSource[]> {
  const where = new Where()
    .equal(c.siteId, viewer.site.id)
    .and(() => c.published)
    .and((values) => accessCondition(viewer.entitlement, sources.alias, values));
  const rows = await viewer.scope.rows(
    sources.select(`where ${where.sql} order by ${c.createdAt} desc, ${c.id} desc limit ${MAX_SOURCES}`),
    where.values.list,
  );
  return rows.map(({ kind, ...source }) => ({ ...source, fileType: fileType(kind, source.fileName) }));
}

function fileType(kind: SourceKind, fileName: string): string {
  return kind === 'file' ? (/\.([a-z0-9]{1,10})$/i.exec(fileName)?.[1]?.toLowerCase() ?? 'file') : kind;
}
