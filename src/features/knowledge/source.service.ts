import type { ScopeTransaction } from '../../database/database.ts';
import { table } from '../../database/table.ts';
import type { JobDelivery } from '../../ports/job-queue.ts';
import { conflict, notFound } from '../../shared/errors.ts';
import type { AccessLevel } from '../../access/access-level.ts';
import type { JobError } from '../job/job.entity.ts';
import { enqueueStatement } from '../job/job.rows.ts';
import type { JobService } from '../job/job.service.ts';
import { recordError } from './chunk.rows.ts';
import { KnowledgeSourceEntity, type SourceKind } from './knowledge.entity.ts';

/** The properties of a document, item, file or video that the knowledge base needs, except its text. */
export interface SourceFacts {
  /** Id of the document, item, file or video. */
  id: string;
  kind: SourceKind;
  title: string;
  /** Name in lists; the extension of a file's name is its type. */
  fileName: string;
  /** The `contentTypes` filter of a search is compared with it. */
  contentType: string;
  accessLevel: AccessLevel;
  requiredSubscriptions: readonly string[];
  /** Default true. */
  published?: boolean;
  /** The approximate length of the text, from which its chunks are predicted. Default 0: not known yet. */
  textBytes?: number;
}

/** The unique column of a source, a further column, and a further change of one that is there. */
const SOURCE_TARGET = { conflict: '(id)', column: '', change: '' };
const DRAFT_TARGET = { conflict: '(draft_of) where draft_of is not null', column: 'draft_of,', change: '' };

/**
 * @param revision of a source that is new
 * @param facts the columns up to `text_bytes`, for drafts also `draft_of`: parameters, or those of the rows in `from`
 */
const insert = (revision: number, facts: string, from = '', { conflict, column } = SOURCE_TARGET): string =>
  `insert into knowledge_source as s (id, site_id,
    kind, title, file_name, content_type, access_level, required_subscriptions, published, text_bytes, ${column} status, chunks,
    revision, created_at)
  select ${facts}, 'queued', 0, ${revision}, now() ${from}
  on conflict ${conflict} do update set file_name = excluded.file_name, access_level = excluded.access_level,
    required_subscriptions = excluded.required_subscriptions, published = excluded.published,
    text_bytes = excluded.text_bytes, status = 'queued', error = null`;

const PARAMETERS = '$1::uuid, $2::uuid, $3, $4, $5, $6, $7, $8::text[], $9, $10::bigint';
const EXPECT = insert(0, PARAMETERS);

const put = (facts: string, from = '', of = SOURCE_TARGET) =>
  table(KnowledgeSourceEntity, 's', { only: ['revision'] }).statement(
    (columns) => `${insert(1, facts, from, of)}, title = excluded.title, content_type = excluded.content_type,
      revision = s.revision + 1, embedded = case when s.generation = s.revision then 0 else s.embedded end ${of.change}
      returning ${columns}`,
  );
const PUT = put(PARAMETERS);
const SOURCE_COLUMNS = 's.id, s.site_id as "siteId"';

/** Jobs for the sources in `from`, which has `id` and `siteId`. */
const indexing = (from: string): string =>
  enqueueStatement(`select gen_random_uuid(), "siteId", "siteId", 'index-source', id::text, '{}', 'queued', 0, now(), now()
    from ${from}`);

/**
 * Returns the part of a statement that writes a document or item which adds or changes its source, as `put` does, and
 * its job.
 * @param facts the columns of a source, see SourceFacts, of the rows that `from` names
 * @returns common table expressions, the last of which, `job`, has the deliveries of the jobs
 */
export const putSourcesSql = (facts: string, from: string, job = 'job'): string =>
  `source as (${put(facts, `from ${from}`)}, ${SOURCE_COLUMNS}), ${job} as (${indexing('source')})`;

/**
 * The same for sources of drafts: the last common table expression is `draft_job`.
 * @param former whether the previous text is found until the new one is indexed
 */
export const putDraftSourcesSql = (facts: string, from: string, former: 'found' | 'hidden'): string => {
  const of = former === 'found' ? DRAFT_TARGET : { ...DRAFT_TARGET, change: ', generation = null' };
  return `draft_source as (${put(facts, `from ${from}`, of)}, ${SOURCE_COLUMNS}), draft_job as (${indexing('draft_source')})`;
};

/** Removes, as `remove` does, the sources with the ids of the rows in `from`. */
export const removeSourcesSql = (from: string): string =>
  `source as (delete from knowledge_source s using ${from} where s.id = ${from}.id
    returning ${SOURCE_COLUMNS}), job as (${indexing('source')})`;
const CHANGE_ACCESS = table(KnowledgeSourceEntity, 's', { only: ['id', 'revision'] }).statement(
  (columns) => `update knowledge_source s set access_level = $2, required_subscriptions = '{}',
      revision = s.revision + (s.revision > 0)::int, status = case when s.revision > 0 then 'queued' else s.status end
    where s.id = any($1::uuid[]) returning ${columns}`,
);

/** Callers have no ids of sources of drafts. */
const ID_CONDITION = 'where s.site_id = $1 and s.id = $2 and s.draft_of is null';
const KIND = table(KnowledgeSourceEntity, 's', { only: ['kind'] }).select(ID_CONDITION);
const STATUS_FOR_UPDATE = table(KnowledgeSourceEntity, 's', { only: ['status'] }).select(`${ID_CONDITION} for update`);

/** Sources in the knowledge base. Only changed in the transaction that changes the document, item, file or video. */
export class SourceService {
  private readonly jobs: JobService;

  constructor(jobs: JobService) {
    this.jobs = jobs;
  }

  /**
   * Adds a source to the knowledge base, or queues it for indexing again. Until then searches find its previous text,
   * but with the access level written here, which applies from this transaction on. Returns its new revision: once that
   * is the source's generation, it is searchable.
   */
  async put(tx: ScopeTransaction, source: SourceFacts): Promise<number> {
    const row = await tx.row(PUT, toValues(tx, source));
    await this.jobs.enqueue(tx, { kind: 'index-source', key: source.id });
    return row?.revision ?? 1;
  }

  /**
   * Changes the access level of sources: a stricter one applies from this transaction on, a less restricted one once
   * they are indexed.
   */
  async changeAccess(tx: ScopeTransaction, ids: readonly string[], accessLevel: AccessLevel): Promise<void> {
    const indexed = await tx.rows(CHANGE_ACCESS, [ids, accessLevel]);
    for (const { id, revision } of indexed) {
      if (revision > 0) await this.jobs.enqueue(tx, { kind: 'index-source', key: id });
    }
  }

  /** Adds a source whose text is still to be extracted. Its previous text, if any, is found until then. */
  async expect(tx: ScopeTransaction, source: SourceFacts): Promise<void> {
    await tx.rows(EXPECT, toValues(tx, source));
  }

  /** Marks the text of a source as being extracted. */
  async begin(tx: ScopeTransaction, id: string): Promise<void> {
    await tx.rows(`update knowledge_source set status = 'processing' where id = $1`, [id]);
  }

  /** Stores why the text of a source could not be extracted; its previous text, if any, is kept. */
  async fail(tx: ScopeTransaction, id: string, error: JobError): Promise<void> {
    await recordError(tx, id, 'failed', error);
  }

  /** The kind of a source; null for an unknown id. */
  async findKind(tx: ScopeTransaction, id: string): Promise<SourceKind | null> {
    return (await tx.row(KIND, [tx.siteId, id]))?.kind ?? null;
  }

  /**
   * Queues a source that failed for indexing again; one that is queued or being indexed stays as it is.
   * @throws ServiceError 409 if it is indexed
   */
  async retry(tx: ScopeTransaction, id: string): Promise<void> {
    // Locked, so that an attempt that ends meanwhile is not overwritten.
    const source = await tx.row(STATUS_FOR_UPDATE, [tx.siteId, id]);
    if (!source) throw notFound('Source');
    if (source.status === 'completed') throw conflict('Nothing to retry: the source is indexed');
    if (source.status !== 'failed') return;
    await tx.rows(`update knowledge_source set status = 'queued', error = null where id = $1`, [id]);
    await this.jobs.enqueue(tx, { kind: 'index-source', key: id });
  }

  /**
   * Removes a source: searches stop finding it with this transaction, its vectors are removed after it. The same job as
   * for indexing is used, so that the two never run concurrently.
   */
  async remove(tx: ScopeTransaction, id: string): Promise<void> {
    const rows = await tx.rows('delete from knowledge_source where id = $1 returning id', [id]);
    if (rows.length > 0) await this.jobs.enqueue(tx, { kind: 'index-source', key: id });
  }

  /** Dispatches the jobs of a committed statement with `putSourcesSql` or `removeSourcesSql`. */
  dispatch(deliveries: readonly JobDelivery[]): void {
    this.jobs.dispatch(deliveries);
  }
}

function toValues(tx: ScopeTransaction, source: SourceFacts): unknown[] {
  return [
    source.id,
    tx.siteId,
    source.kind,
    source.title,
    source.fileName,
    source.contentType,
    source.accessLevel,
    source.requiredSubscriptions,
    source.published ?? true,
    source.textBytes ?? 0,
  ];
}
