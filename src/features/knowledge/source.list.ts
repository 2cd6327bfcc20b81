import { Values, columns } from '../../database/columns.ts';
import { accessCondition } from '../access/access-sql.ts';
import type { Viewer } from '../access/viewer.ts';
import type { SourceKind } from '../../ports/vector-index.ts';
import type { KnowledgeSource } from './document.types.ts';

const MOST_SOURCES = 1_000;

/** What is in the knowledge base, newest first, as far as the viewer may see it. */
export async function listSources(viewer: Viewer): Promise<KnowledgeSource[]> {
  const values = new Values();
  const rows = await viewer.scope.rows<Omit<KnowledgeSource, 'fileType'> & { kind: SourceKind }>(
    `select ${columns('s', ['id', 'kind', 'fileName', 'status', 'chunks', 'createdAt', 'processedAt'])}
     from knowledge_source s
     where s.site_id = ${values.add(viewer.site.id)} and ${accessCondition(viewer.entitlement, 's', values)}
     order by s.created_at desc, s.id desc limit ${MOST_SOURCES}`,
    values.list,
  );
  return rows.map(({ kind, ...source }) => ({ ...source, fileType: fileType(kind, source.fileName) }));
}

function fileType(kind: SourceKind, fileName: string): string {
  return kind === 'file' ? (/\.([a-z0-9]{1,10})$/i.exec(fileName)?.[1]?.toLowerCase() ?? 'file') : kind;
}
