import type { ScopeTransaction } from '../../database/database.ts';
import { table } from '../../database/table.ts';
import type { SourceKind } from '../../ports/vector-index.ts';
import type { AccessLevel } from '../access/access-level.ts';
import type { JobService } from '../job/job.service.ts';
import { KnowledgeSourceEntity } from './knowledge.entity.ts';

/** What the knowledge base has to know of a document, item, file or video, besides its text. */
export interface SourceFacts {
  /** That of the document, item, file or video. */
  id: string;
  kind: SourceKind;
  title: string;
  /** Name that lists show; the extension of a file's name says its type. */
  fileName: string;
  /** What the `contentTypes` filter of a search compares. */
  contentType: string;
  accessLevel: AccessLevel;
  requiredSubscriptions: readonly string[];
}

/** @param revision of a source that is new */
const insert = (revision: number): string => `insert into knowledge_source as s (id, site_id, kind, title, file_name,
    content_type, access_level, required_subscriptions, status, chunks, revision, created_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, 'queued', 0, ${revision}, now())
  on conflict (id) do update set file_name = excluded.file_name, access_level = excluded.access_level,
    required_subscriptions = excluded.required_subscriptions, status = 'queued', error = null`;

const EXPECT = insert(0);
const PUT = table(KnowledgeSourceEntity, 's', { only: ['revision'] }).statement(
  (columns) => `${insert(1)}, title = excluded.title, content_type = excluded.content_type, revision = s.revision + 1
    returning ${columns}`,
);
const CHANGE_ACCESS = table(KnowledgeSourceEntity, 's', { only: ['id', 'revision'] }).statement(
  (columns) => `update knowledge_source s set access_level = $2, required_subscriptions = '{}',
      revision = s.revision + (s.revision > 0)::int, status = case when s.revision > 0 then 'queued' else s.status end
    where s.id = any($1::uuid[]) returning ${columns}`,
);

/** What stands in the knowledge base. Changed only inside the transaction that changes the thing itself. */
export class SourceService {
  private readonly jobs: JobService;

  constructor(jobs: JobService) {
    this.jobs = jobs;
  }

  /**
   * Puts a source into the knowledge base, or has it indexed anew. Until then searches find its former text,
   * but under the access level written here: that is in force from this transaction on. Answers the revision that it has
   * then: once that is the source's generation, it is searchable.
   */
  async put(tx: ScopeTransaction, source: SourceFacts): Promise<number> {
    const [row] = await tx.rows(PUT, valuesOf(tx, source));
    await this.jobs.enqueue(tx, { kind: 'index-source', key: source.id });
    return row?.revision ?? 1;
  }

  /** Puts sources under another access level: a stricter one is in force from this transaction on, a wider one once they are indexed. */
  async changeAccess(tx: ScopeTransaction, ids: readonly string[], accessLevel: AccessLevel): Promise<void> {
    const indexed = await tx.rows(CHANGE_ACCESS, [ids, accessLevel]);
    for (const { id, revision } of indexed) {
      if (revision > 0) await this.jobs.enqueue(tx, { kind: 'index-source', key: id });
    }
  }

  /** Lists a source whose text is still to be read. Its former text, if it has one, is found until it is put. */
  async expect(tx: ScopeTransaction, source: SourceFacts): Promise<void> {
    await tx.rows(EXPECT, valuesOf(tx, source));
  }

  /** Says that the text of a source is being read. */
  async begin(tx: ScopeTransaction, id: string): Promise<void> {
    await tx.rows(`update knowledge_source set status = 'processing' where id = $1`, [id]);
  }

  /** Says why the text of a source could not be read; it keeps its former one, if it had one. */
  async refuse(tx: ScopeTransaction, id: string, error: { code: string; message: string }): Promise<void> {
    await tx.rows(`update knowledge_source set status = 'failed', error = $2 where id = $1`, [
      id,
      JSON.stringify(error),
    ]);
  }

  /**
   * Takes a source out: searches stop finding it with this transaction, its vectors are cleared away after it. By the
   * same job that indexes it, so that the two never run at once, whichever way it goes in and out.
   */
  async remove(tx: ScopeTransaction, id: string): Promise<void> {
    const removed = await tx.rows('delete from knowledge_source where id = $1 returning id', [id]);
    if (removed.length > 0) await this.jobs.enqueue(tx, { kind: 'index-source', key: id });
  }
}

function valuesOf(tx: ScopeTransaction, source: SourceFacts): unknown[] {
  return [
    source.id,
    tx.siteId,
    source.kind,
    source.title,
    source.fileName,
    source.contentType,
    source.accessLevel,
    source.requiredSubscriptions,
  ];
}
