import type { Scope, ScopeTransaction } from '../../database/database.ts';
import type { ExpectedRevision } from '../../database/revision.ts';
import { notFound } from '../../shared/errors.ts';
import { isId } from '../../shared/ids.ts';
import { assertGranted } from '../../access/access.ts';
import type { Viewer } from '../../access/viewer.ts';
import { ItemTypeCache } from '../content-type/item-type.rows.ts';
import type { SourceService } from '../knowledge/source.service.ts';
import { assertMayChange, assertOwnDraft, forbidden, isAuthor } from './write/authorship.ts';
import type { CreateContentInput, UpdateContentInput } from './content.inputs.ts';
import { contentById, toGuarded, redactFor, teaserById } from './content.rows.ts';
import { type WrittenItem, autocommit, deleteItem } from './write/item-statements.ts';
import type { ContentItem } from './content.types.ts';
import { findItem, toContentItem } from './write/find-item.ts';
import { withReferencedIds } from './fields/custom-fields.external-ids.ts';
import { type ItemWrite, type WriteRequest, writeItem } from './write/write-item.ts';

/** Reads, writes and deletes content items, and starts what follows from a write. */
export class ContentService {
  private readonly sources: Pick<SourceService, 'dispatch'>;
  private readonly types = new ItemTypeCache();

  constructor(sources: Pick<SourceService, 'dispatch'>) {
    this.sources = sources;
  }

  /** @throws ServiceError 401 or 403 if the viewer cannot read it */
  async get(viewer: Viewer, id: string): Promise<ContentItem> {
    const row = (await viewer.loader(contentById).load(id)) ?? (await viewer.loader(teaserById).load(id));
    if (!row) throw notFound('Content');
    assertGranted(viewer, toGuarded(row));
    return redactFor(viewer.entitlement, row);
  }

  /** @throws ServiceError 400 for invalid values, 409 for an externalId or slug that another item has */
  async create(viewer: Viewer, input: CreateContentInput): Promise<ContentItem> {
    const { actor } = viewer;
    assertOwnDraft(viewer, { createdBy: actor, status: input.status ?? 'draft' });
    const resolved = await withReferencedIds(viewer, input.type, input);
    const write: ItemWrite = { stored: null, input: resolved, actor };
    return this.write(viewer, viewer.unrestricted('write'), { optimistic: write, lock: () => Promise.resolve(write) });
  }

  /** @throws ServiceError 412 if the item has another revision than expected */
  async update(
    viewer: Viewer,
    id: string,
    input: UpdateContentInput,
    expected?: ExpectedRevision,
  ): Promise<ContentItem> {
    const { actor } = viewer;
    const scope = viewer.unrestricted('write');
    const stored = await findItem(scope, id, { expected, isLocked: false });
    const resolved = await withReferencedIds(viewer, stored.type, input);
    const lock = async (tx: ScopeTransaction): Promise<ItemWrite> => {
      const lockedItem = await findItem(tx, id, { expected, isLocked: true });
      await assertMayChange(tx, viewer, lockedItem, input.status);
      return { stored: lockedItem, input: resolved, actor };
    };
    return this.write(viewer, scope, {
      optimistic: isAuthor(viewer) ? null : { stored, input: resolved, actor },
      lock,
    });
  }

  /** Writes an item, queues what follows, and returns the item for its writer. */
  private async write(viewer: Viewer, scope: Scope, request: Omit<WriteRequest, 'types'>): Promise<ContentItem> {
    const result = await writeItem(scope, { types: this.types, ...request });
    this.dispatch(scope, result);
    return toContentItem(viewer, result);
  }

  /** @throws ServiceError 412 if the item has another revision than expected */
  async delete(
    viewer: Viewer,
    id: string,
    expected?: ExpectedRevision,
    { permanently = false }: { permanently?: boolean } = {},
  ): Promise<void> {
    if (permanently && isAuthor(viewer)) throw forbidden('Only an editor may delete content for good');
    const deletion = { actor: viewer.actor, permanently };
    const scope = viewer.unrestricted('write');
    const isOptimistic = isId(id) && !isAuthor(viewer);
    const deleted =
      (isOptimistic && (await deleteItem(autocommit(scope, 'change'), id, expected, deletion))) ||
      (await scope.write(async (tx) => {
        const item = await findItem(tx, id, { expected, isLocked: true });
        await assertMayChange(tx, viewer, item);
        return deleteItem(tx, id, expected, deletion);
      }));
    if (deleted) this.dispatch(scope, deleted);
    viewer.forget();
  }

  /** Wakes the workers of the jobs of a write after its commit. */
  private dispatch(writer: Pick<ScopeTransaction, 'afterCommit'>, { jobs }: Pick<WrittenItem, 'jobs'>): void {
    writer.afterCommit(() => this.sources.dispatch(jobs));
  }
}
