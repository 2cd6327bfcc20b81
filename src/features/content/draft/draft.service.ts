import type { ScopeTransaction } from '../../../database/database.ts';
import { type ExpectedRevision, assertRevision } from '../../../database/revision.ts';
import { retryOnConflict } from '../../../database/writes.ts';
import type { JobDelivery } from '../../../ports/job-queue.ts';
import { notFound } from '../../../shared/errors.ts';
import { assertPreviewScope } from '../../../access/access.ts';
import type { Viewer } from '../../../access/viewer.ts';
import { lockTypeById } from '../../content-type/item-type.rows.ts';
import type { SourceService } from '../../knowledge/source.service.ts';
import { isIndexable } from '../source/content-source.ts';
import type { ContentDraftInput } from '../content.inputs.ts';
import type { ContentService } from '../content.service.ts';
import { findItem, toContentItem } from '../write/find-item.ts';
import type { StoredItem } from '../write/item-statements.ts';
import type { ContentItem } from '../content.types.ts';
import { prepareChange, writeLocked } from '../write/write-item.ts';
import { withReferencedIds } from '../fields/custom-fields.external-ids.ts';
import { loadWriter } from '../history/writer.rows.ts';
import { diffItems, withChanges } from './draft-changes.ts';
import { putDraftSources, removeDraftSource } from './draft-source.rows.ts';
import { DRAFT_BY_ID, type DraftRow, REMOVE_DRAFT, REMOVE_PUBLISHED, draftById, putDraft } from './draft.rows.ts';
import type { ContentDraft } from './draft.types.ts';

/** The revision of a draft that was not saved yet. */
const NO_DRAFT = { revision: 0 };

/**
 * Reads and writes drafts beside live content items, for keys and members that see unpublished content.
 * See decision 132.
 */
export class DraftService {
  private readonly contents: Pick<ContentService, 'get'>;
  private readonly sources: Pick<SourceService, 'dispatch'>;

  constructor(contents: Pick<ContentService, 'get'>, sources: Pick<SourceService, 'dispatch'>) {
    this.contents = contents;
    this.sources = sources;
  }

  /** @throws ServiceError 403 without the scope preview; 404 without a draft; otherwise as for the item */
  async get(viewer: Viewer, itemId: string): Promise<ContentDraft> {
    assertPreviewScope(viewer);
    const { id } = await this.contents.get(viewer, itemId);
    const draft = await viewer.loader(draftByItem).load(id);
    if (!draft) throw notFound('Draft');
    return draft;
  }

  /** @throws ServiceError 400 as an update; 412 if the draft or the item has another revision than expected */
  async save(
    viewer: Viewer,
    id: string,
    { itemRevision, ...input }: ContentDraftInput,
    expected: ExpectedRevision,
  ): Promise<ContentDraft> {
    assertPreviewScope(viewer);
    const scope = viewer.unrestricted('write');
    const { type } = await findItem(scope, id, { isLocked: false });
    const resolved = await withReferencedIds(viewer, type, input);
    const draft = await scope.write(async (tx) => {
      const { item, draft } = await lock(tx, id);
      assertRevision(draft ?? NO_DRAFT, expected);
      assertRevision(item, itemRevision);
      const { row, jobs } = await write(tx, item, draft, { input: resolved, actor: viewer.actor });
      tx.afterCommit(() => this.sources.dispatch(jobs));
      return row;
    });
    viewer.forget();
    return toDraft(viewer, draft);
  }

  /**
   * Writes the draft into the item, which is published then, and removes it: one transaction.
   * @param itemRevision the revision of the item that may be overwritten; default: the one that the draft was begun from
   * @throws ServiceError 404 without a draft; 412 if the draft or the item has another revision than expected; as an update
   */
  async publish(
    viewer: Viewer,
    id: string,
    { expected, itemRevision }: { expected: ExpectedRevision; itemRevision: ExpectedRevision },
  ): Promise<ContentItem> {
    assertPreviewScope(viewer);
    const scope = viewer.unrestricted('write');
    const result = await retryOnConflict(() =>
      scope.write(async (tx) => {
        const { item, draft } = await lock(tx, id);
        if (!draft) throw notFound('Draft');
        assertRevision(draft, expected);
        assertRevision(item, itemRevision ?? draft.itemRevision);
        await tx.rows(REMOVE_PUBLISHED, [tx.siteId, item.id]);
        const input = { ...draft.changes, status: 'published' } as const;
        return writeLocked(tx, { stored: item, input, actor: viewer.actor });
      }),
    );
    scope.afterCommit(() => this.sources.dispatch(result.jobs));
    return toContentItem(viewer, result);
  }

  /** @throws ServiceError 404 without a draft; 412 if it has another revision than expected */
  async discard(viewer: Viewer, id: string, expected: ExpectedRevision): Promise<void> {
    assertPreviewScope(viewer);
    await viewer.unrestricted('write').write(async (tx) => {
      const { item, draft } = await lock(tx, id);
      if (!draft) throw notFound('Draft');
      assertRevision(draft, expected);
      await tx.rows(REMOVE_DRAFT, [tx.siteId, item.id]);
    });
    viewer.forget();
  }
}

/** Loads the drafts of items that the viewer can see. */
export async function draftByItem(viewer: Viewer, ids: readonly string[]): Promise<(ContentDraft | null)[]> {
  if (!viewer.hasPreviewScope) return ids.map(() => null);
  const rows = await draftById(viewer, ids);
  return Promise.all(rows.map(async (row) => row && toDraft(viewer, row)));
}

/** Locks an item and reads its draft. Writers of an item and of its draft follow each other. */
async function lock(tx: ScopeTransaction, id: string): Promise<{ item: StoredItem; draft: DraftRow | null }> {
  const item = await findItem(tx, id, { isLocked: true });
  return { item, draft: await tx.row(DRAFT_BY_ID, [tx.siteId, item.id]) };
}

async function write(
  tx: ScopeTransaction,
  item: StoredItem,
  draft: DraftRow | null,
  { input, actor }: { input: Omit<ContentDraftInput, 'itemRevision'>; actor: string },
): Promise<{ row: DraftRow; jobs: JobDelivery[] }> {
  const type = await lockTypeById(tx, item.contentTypeId);
  const before = withChanges(item, draft?.changes ?? {});
  const { checks, values } = await prepareChange(tx, { stored: before, input, actor }, type);
  checks.throwIfInvalid();
  const { content: body = before.body, customFields = before.customFields, ...others } = values;
  const after = { ...before, ...others, body, customFields } as StoredItem;
  const row = await putDraft(tx, {
    id: item.id,
    accessLevel: after.accessLevel,
    requiredSubscriptions: after.requiredSubscriptions,
    itemRevision: draft?.itemRevision ?? item.revision,
    changes: diffItems(item, after),
    writtenBy: actor,
  });
  // As what is published: an item has no text in the knowledge base without the other.
  const isIndexed = isIndexable(item, type) && isIndexable({ ...after, status: item.status }, type);
  if (isIndexed) return { row, jobs: await putDraftSources(tx, [item.id], 'found') };
  await removeDraftSource(tx, item.id);
  return { row, jobs: [] };
}

async function toDraft(viewer: Viewer, { changes, writtenBy, ...draft }: DraftRow): Promise<ContentDraft> {
  return { ...draft, values: { ...changes }, writtenBy: await loadWriter(viewer, writtenBy) };
}
