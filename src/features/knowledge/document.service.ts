import type { Scope } from '../../database/database.ts';
import { type ExpectedRevision, deleteById, findForUpdate } from '../../database/revision.ts';
import { insertion } from '../../database/stored-values.ts';
import { type TableRow, type Statement, table } from '../../database/table.ts';
import type { JobDelivery } from '../../ports/job-queue.ts';
import { Where } from '../../database/where.ts';
import { checkInput } from '../../api/input-bounds.ts';
import { notFound } from '../../shared/errors.ts';
import { isId, newId } from '../../shared/ids.ts';
import { sortByIds } from '../../shared/sort-by-ids.ts';
import { type Page, type PageRequest, type Sort, readPage } from '../../database/pagination.ts';
import { type Defaults, patch, withDefaults } from '../../shared/patch.ts';
import { checkRequiredSubscriptions } from '../../access/access.ts';
import { readGranted } from '../../access/read-granted.ts';
import { accessCondition } from '../../access/access-sql.ts';
import type { Viewer } from '../../access/viewer.ts';
import {
  CreateKnowledgeDocumentInput,
  type KnowledgeDocument,
  KnowledgeDocumentFilter,
  UpdateKnowledgeDocumentInput,
} from './document.types.ts';
import { DOCUMENT_DEFAULTS, KnowledgeDocumentEntity, KnowledgeSourceEntity } from './knowledge.entity.ts';
import type { KnowledgeDocumentRow } from './knowledge.entity.ts';
import { type SourceService, putSourcesSql } from './source.service.ts';

const sources = table(KnowledgeSourceEntity, 's');
const documents = table(KnowledgeDocumentEntity, 'd', {
  omit: ['siteId', 'content'],
  add: { status: sources.c.status },
  join: `join ${sources.name} on s.id = d.id`,
});
const { c } = documents;

const contents = table(KnowledgeDocumentEntity, 'd', { only: ['id', 'content'] });

const INSERTION = insertion<KnowledgeDocumentRow, Defaults<KnowledgeDocumentRow>>(KnowledgeDocumentEntity, 'd');
const writtenColumns = table(KnowledgeDocumentEntity, 'd', { omit: ['siteId', 'content'] });
/** A document with its source and its job. */
const CREATE = `with document as (${INSERTION.sql} returning ${writtenColumns.columns}),
  ${putSourcesSql(`id, $1::uuid, 'document', title, title, "contentType", "accessLevel", "requiredSubscriptions", true, octet_length(${INSERTION.placeholder('content')}::text)`, 'document')}
  select document.*, 'queued' as status, job."jobId", job.turn, job."delaySeconds" from document cross join job` as Statement<
  TableRow<typeof documents> & Required<Pick<JobDelivery, 'jobId' | 'turn' | 'delaySeconds'>>
>;

const NEWEST_FIRST: Sort = { expression: c.createdAt, direction: 'desc', type: 'timestamptz', nullable: false };

export const DOCUMENT_PAGES = { default: 20, max: 100 };

/** Text documents that callers add to the knowledge base. */
export class KnowledgeDocumentService {
  private readonly sources: SourceService;

  constructor(sources: SourceService) {
    this.sources = sources;
  }

  async list(viewer: Viewer, filter: KnowledgeDocumentFilter, page: PageRequest): Promise<Page<KnowledgeDocument>> {
    return readPage(viewer.scope, page, {
      table: documents,
      where: new Where()
        .equal(c.siteId, viewer.site.id)
        .and((values) => accessCondition(viewer.entitlement, documents.alias, values))
        .equal(c.contentType, filter.contentType || null)
        .includes(c.tags, filter.tag),
      sort: NEWEST_FIRST,
      sizes: DOCUMENT_PAGES,
      toItem: toDocument,
      sortValue: (document) => document.createdAt,
    });
  }

  /** @throws ServiceError 401 or 403 if the viewer cannot read it */
  async get(viewer: Viewer, id: string): Promise<KnowledgeDocument> {
    return readGranted(viewer, 'Document', (scope) => read(scope, id));
  }

  async create(viewer: Viewer, input: CreateKnowledgeDocumentInput): Promise<KnowledgeDocument> {
    const checks = checkInput(CreateKnowledgeDocumentInput, input);
    checkRequiredSubscriptions(checks, input.accessLevel ?? 'public', input.requiredSubscriptions ?? []);
    checks.throwIfInvalid();
    const { title, content, ...values } = input;
    const now = new Date();
    const scope = viewer.unrestricted('write');
    const document = {
      ...withDefaults(DOCUMENT_DEFAULTS, values),
      id: newId(),
      siteId: scope.siteId,
      title,
      content,
      createdAt: now,
      updatedAt: now,
      revision: 1,
    };
    const [created] = await scope.add(CREATE, INSERTION.values(document));
    if (!created) throw new Error('The document was not written');
    const { jobId, turn, delaySeconds, ...row } = created;
    scope.afterCommit(() => this.sources.dispatch([{ jobId, turn, delaySeconds }]));
    viewer.loader(documentContentById).clear(row.id).prime(row.id, content);
    return toDocument(row);
  }

  async update(
    viewer: Viewer,
    id: string,
    input: UpdateKnowledgeDocumentInput,
    expected?: ExpectedRevision,
  ): Promise<KnowledgeDocument> {
    const checks = checkInput(UpdateKnowledgeDocumentInput, input);
    await viewer.unrestricted('write').write(async (tx) => {
      // Locked, so that the knowledge base ends up with the stored text.
      const document = await findForUpdate(tx, KnowledgeDocumentEntity, { id }, { resource: 'Document', expected });
      const changedValues = patch(document, input, DOCUMENT_DEFAULTS);
      const { accessLevel = document.accessLevel, requiredSubscriptions = document.requiredSubscriptions } =
        changedValues;
      checkRequiredSubscriptions(checks, accessLevel, requiredSubscriptions);
      checks.throwIfInvalid();
      Object.assign(document, changedValues);
      await tx.em.flush();
      const textBytes = Buffer.byteLength(document.content);
      await this.sources.put(tx, { ...document, kind: 'document', fileName: document.title, textBytes });
    });
    return this.readWritten(viewer, id);
  }

  async delete(viewer: Viewer, id: string, expected?: ExpectedRevision): Promise<void> {
    await viewer.unrestricted('write').write(async (tx) => {
      await deleteById(tx, KnowledgeDocumentEntity, id, { resource: 'Document', expected });
      await this.sources.remove(tx, id);
    });
  }

  /** The complete document for its writer, whatever its access level. */
  private async readWritten(viewer: Viewer, id: string): Promise<KnowledgeDocument> {
    const scope = viewer.unrestricted('answer of write');
    const [document, [content]] = await Promise.all([read(scope, id), readContents(scope, [id])]);
    if (!document) throw notFound('Document');
    viewer
      .loader(documentContentById)
      .clear(id)
      .prime(id, content ?? '');
    return document;
  }
}

async function read(scope: Scope, id: string): Promise<KnowledgeDocument | null> {
  const row = isId(id) ? await scope.row(documents.byId, [scope.siteId, id]) : null;
  return row && toDocument(row);
}

/** Texts by document id; empty for a document that the viewer cannot read. */
export async function documentContentById(viewer: Viewer, ids: readonly string[]): Promise<string[]> {
  return readContents(viewer.scope, ids);
}

async function readContents(scope: Scope, ids: readonly string[]): Promise<string[]> {
  const rows = await scope.rows(contents.byIds, [scope.siteId, ids]);
  return sortByIds(ids, rows).map((row) => row?.content ?? '');
}

function toDocument(row: TableRow<typeof documents>): KnowledgeDocument {
  return row.accessLevel === 'subscription' ? row : { ...row, requiredSubscriptions: null };
}
