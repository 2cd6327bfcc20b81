import type { ScopeTransaction } from '../../../database/database.ts';
import { changeById } from '../../../database/revision.ts';
import { Where } from '../../../database/where.ts';
import { freeSlug, retryOnConflict } from '../../../database/writes.ts';
import { notFound } from '../../../shared/errors.ts';
import { isId } from '../../../shared/ids.ts';
import { type Page, type PageRequest, type Sort, readPage } from '../../../database/pagination.ts';
import { assertPreviewScope } from '../../../access/access.ts';
import type { Viewer } from '../../../access/viewer.ts';
import { collectionExists } from '../../collection/collection.service.ts';
import { lockTypeById } from '../../content-type/item-type.rows.ts';
import type { SourceService } from '../../knowledge/source.service.ts';
import { assertOwnDraft } from '../write/authorship.ts';
import { ContentItemEntity } from '../content.entity.ts';
import { isIndexable } from '../source/content-source.ts';
import { toContentItem } from '../write/find-item.ts';
import { type NewItem, type WrittenItem, insertItem } from '../write/item-statements.ts';
import type { ContentItem } from '../content.types.ts';
import { ensureAvailable } from '../write/unique-values.ts';
import { checkCustomFields } from '../fields/custom-fields.ts';
import { toItemFiles } from '../fields/custom-fields.files.ts';
import { putDraftSources } from '../draft/draft-source.rows.ts';
import { withWriters } from '../history/writer.rows.ts';
import { ensureTranslatable } from '../write/translation-group.ts';
import { PUT_DRAFT_BACK, REMOVE_TRASHED, USE_FILES, takeFromTrash, trashColumns, trashedItems } from './trash.rows.ts';
import type { TrashedContent } from './trash.types.ts';

export const TRASH_PAGES = { default: 50, max: 100 };

const LATEST_FIRST: Sort = {
  expression: trashColumns.deletedAt,
  direction: 'desc',
  type: 'timestamptz',
  nullable: false,
};

/** Content items that were deleted and not yet removed for good. */
export class TrashService {
  private readonly sources: Pick<SourceService, 'dispatch'>;

  constructor(sources: Pick<SourceService, 'dispatch'>) {
    this.sources = sources;
  }

  /** Lists the items in the trash that the viewer could read. @throws ServiceError 403 without the scope preview */
  async list(viewer: Viewer, type: string | null, page: PageRequest): Promise<Page<TrashedContent>> {
    assertPreviewScope(viewer);
    const result = await readPage(viewer.scope, page, {
      table: trashedItems,
      where: new Where().equal(trashColumns.siteId, viewer.scope.siteId).equal(trashColumns.type, type),
      sort: LATEST_FIRST,
      sizes: TRASH_PAGES,
      toItem: (row) => row,
      sortValue: ({ deletedAt }) => deletedAt,
    });
    return withWriters(viewer, 'deletedBy', result);
  }

  /** @throws ServiceError 404; 409 if another item has its externalId, or its place among translations, by now */
  async restore(viewer: Viewer, id: string): Promise<ContentItem> {
    if (!isId(id)) throw notFound('Content');
    const result = await retryOnConflict(() =>
      viewer.unrestricted('write').write((tx) => this.putBack(tx, id, viewer)),
    );
    return toContentItem(viewer, result);
  }

  /** Removes an item for good, with its versions. @throws ServiceError 404 */
  async remove(viewer: Viewer, id: string): Promise<void> {
    await changeById(viewer.unrestricted('write'), REMOVE_TRASHED, id, 'Content');
  }

  private async putBack(tx: ScopeTransaction, id: string, viewer: Viewer): Promise<WrittenItem> {
    const trashed = await takeFromTrash(tx, id);
    if (!trashed) throw notFound('Content');
    const { stored, draft } = trashed;
    assertOwnDraft(viewer, stored);
    const type = await lockTypeById(tx, stored.contentTypeId ?? null);
    const { collectionId } = stored;
    const item: NewItem = {
      ...stored,
      type: type?.slug ?? stored.type,
      contentTypeId: type?.id ?? null,
      collectionId: collectionId && (await collectionExists(tx, collectionId)) ? collectionId : null,
      revision: stored.revision + 1,
      updatedAt: new Date(),
      writtenBy: viewer.actor,
    };
    const { language, translationOf = null, externalId, slug } = item;
    await ensureTranslatable(tx, { id, language, translationOf }, { language: '', translationOf: null });
    await ensureAvailable(tx, { id, externalId, type: item.type, language, slug: null });
    item.slug = await freeSlug(tx, ContentItemEntity, slug, { own: id, same: { type: item.type, language } });
    const result = await insertItem(tx, item, type, { mode: 'locked', files: toItemFiles([]) });
    if (!result) throw new Error('A restored item was not written');
    const { files } = checkCustomFields(type?.fields ?? [], item.customFields, { published: false });
    const { all } = toItemFiles(files);
    if (all.length > 0) await tx.rows(USE_FILES, [tx.siteId, id, all]);
    const jobs = [...result.jobs];
    if (draft) {
      await tx.rows(PUT_DRAFT_BACK, [JSON.stringify(draft), item.revision]);
      if (isIndexable(item, type)) jobs.push(...(await putDraftSources(tx, [id], 'hidden')));
    }
    tx.afterCommit(() => this.sources.dispatch(jobs));
    return result;
  }
}
