import type { Scope, ScopeTransaction } from '../../database/database.ts';
import type { ExpectedRevision } from '../../database/revision.ts';
import { isConflict, retryOnConflict } from '../../database/writes.ts';
import type { Checks } from '../../shared/checks.ts';
import { notFound } from '../../shared/errors.ts';
import { isId, newId } from '../../shared/ids.ts';
import { fold } from '../../text/folding.ts';
import { slugify } from '../../text/slug.ts';
import { assertGranted } from '../../access/access.ts';
import type { Viewer } from '../../access/viewer.ts';
import { isCollection } from '../collection/collection.service.ts';
import { ItemTypes, findTypeForItem, findTypeOfItem } from '../content-type/item-type.rows.ts';
import type { SourceService } from '../knowledge/source.service.ts';
import { assertMayChange, assertOwnDraft, forbidden, isAuthor } from './write/authorship.ts';
import type { CreateContentInput, UpdateContentInput } from './content.inputs.ts';
import { contentById, guarded, seenBy, teaserById } from './content.rows.ts';
import {
  type Deletion,
  type SiteWriter,
  type StoredItem,
  type WrittenItem,
  deleteItem,
  insertItem,
  updateItem,
} from './write/item-statements.ts';
import type { ContentItem } from './content.types.ts';
import { findItem, shown } from './write/find-item.ts';
import { chooseSlug, ensureAvailable } from './write/unique-values.ts';
import { withReferencedIds } from './fields/custom-fields.external-ids.ts';
import { differing, valuesOfChange, valuesOfNew } from './write/prepare-item.ts';
import { ensureTranslatable, findOriginal } from './write/translation-group.ts';

/** Content items: validation, storage, and the effects of writes. */
export class ContentService {
  private readonly sources: Pick<SourceService, 'dispatch'>;
  private readonly types = new ItemTypes();

  constructor(sources: Pick<SourceService, 'dispatch'>) {
    this.sources = sources;
  }

  /** @throws ServiceError 401 or 403 if the viewer cannot read it */
  async get(viewer: Viewer, id: string): Promise<ContentItem> {
    const row = (await viewer.loader(contentById).load(id)) ?? (await viewer.loader(teaserById).load(id));
    if (!row) throw notFound('Content');
    assertGranted(viewer, guarded(row));
    return seenBy(viewer.entitlement, row);
  }

  async create(viewer: Viewer, input: CreateContentInput): Promise<ContentItem> {
    const id = newId();
    const scope = viewer.unrestricted('write');
    assertOwnDraft(viewer, { createdBy: viewer.actor, status: input.status ?? 'draft' });
    const given = await withReferencedIds(viewer, input.type, input);
    const written =
      (await this.insertAtOnce(scope, id, given, viewer.actor)) ??
      (await retryOnConflict(() => scope.write((tx) => this.insert(tx, id, given, viewer.actor))));
    return shown(viewer, written);
  }

  /** @throws ServiceError 412 if the item has another revision than expected */
  async update(
    viewer: Viewer,
    id: string,
    input: UpdateContentInput,
    expected?: ExpectedRevision,
  ): Promise<ContentItem> {
    const scope = viewer.unrestricted('write');
    const item = await findItem(scope, id, { expected, isLocked: false });
    const changes = await withReferencedIds(viewer, item.type, input);
    const written =
      (isAuthor(viewer) ? null : await this.changeAtOnce(scope, item, changes, viewer.actor)) ??
      (await retryOnConflict(() =>
        scope.write(async (tx) => {
          const locked = await findItem(tx, id, { expected, isLocked: true });
          await assertMayChange(tx, viewer, locked, changes.status);
          return this.change(tx, locked, changes, viewer.actor);
        }),
      ));
    return shown(viewer, written);
  }

  /** @throws ServiceError 412 if the item has another revision than expected */
  async delete(
    viewer: Viewer,
    id: string,
    expected?: ExpectedRevision,
    { permanently = false }: { permanently?: boolean } = {},
  ): Promise<void> {
    const deletion = { actor: viewer.actor, permanently };
    const scope = viewer.unrestricted('write');
    if (isAuthor(viewer)) {
      await this.deleteOwnDraft(viewer, id, expected, deletion);
      return;
    }
    let deleted: Pick<WrittenItem, 'jobs'> | null = null;
    while (!deleted) {
      deleted = isId(id) ? await deleteItem(changing(scope), id, expected, deletion) : null;
      // For its error. The expected revision may also have been written since.
      if (!deleted) await findItem(scope, id, { expected, isLocked: false });
    }
    this.dispatch(scope, deleted);
    viewer.forget();
  }

  private async deleteOwnDraft(viewer: Viewer, id: string, expected: ExpectedRevision, deletion: Deletion) {
    if (deletion.permanently) throw forbidden('Only an editor may delete content for good');
    await viewer.unrestricted('write').write(async (tx) => {
      await assertMayChange(tx, viewer, await findItem(tx, id, { expected, isLocked: true }));
      const deleted = await deleteItem(tx, id, expected, deletion);
      if (deleted) this.dispatch(tx, deleted);
    });
    viewer.forget();
  }

  /** In a transaction that has locked the item, with every check. */
  async change(tx: ScopeTransaction, item: StoredItem, input: UpdateContentInput, actor: string): Promise<WrittenItem> {
    const type = await findTypeOfItem(tx, item.contentTypeId);
    const { checks, values, files } = await valuesOfChange(tx, item, input, type);
    await checkCollection(tx, input.collectionId, checks);
    if (typeof input.translationOf === 'string')
      values.translationOf = await findOriginal(tx, item, input.translationOf, checks);
    checks.throwIfInvalid();
    const { slug } = input;
    const { language = item.language, translationOf = item.translationOf } = values;
    await ensureTranslatable(tx, { id: item.id, language, translationOf }, item);
    await ensureAvailable(tx, {
      id: item.id,
      externalId: input.externalId ?? null,
      type: item.type,
      language,
      slug: slug ?? (language === item.language ? null : item.slug),
    });
    if (slug !== undefined) {
      values.slug = slug ?? (await chooseSlug(tx, { ...item, language, title: values.title ?? item.title }));
    }
    const changes = differing(item, values, actor);
    return this.inTransaction(tx, await updateItem(tx, item, changes, type, { mode: 'checked', files }));
  }

  /**
   * In one statement, with the type as it was last known. Null for everything that needs a further look: invalid input,
   * a type that has changed, a taken externalId or slug.
   */
  private async insertAtOnce(
    scope: Scope,
    id: string,
    input: CreateContentInput,
    actor: string,
  ): Promise<WrittenItem | null> {
    const type = await this.types.get(scope, input.type);
    const { checks, values, files } = await valuesOfNew(scope, id, input, type);
    if (!type || !checks.isPassed || !isIdOrNone(input.collectionId)) return null;
    if (typeof input.translationOf === 'string') return null;
    const { title } = input;
    const slug = input.slug ?? slugify(title, input.type);
    const item = { ...values, titleFolded: fold(title), slug, createdBy: actor, writtenBy: actor };
    const written = await nullOnConflict(insertItem(adding(scope), item, type, { mode: 'at once', files }));
    if (written) this.dispatch(scope, written);
    else this.types.forget(scope, input.type);
    return written;
  }

  /** With locks and with every check, for its error. */
  private async insert(
    tx: ScopeTransaction,
    id: string,
    input: CreateContentInput,
    actor: string,
  ): Promise<WrittenItem> {
    const type = await findTypeForItem(tx, input.type);
    const { checks, values, files } = await valuesOfNew(tx, id, input, type);
    await checkCollection(tx, input.collectionId, checks);
    const translationOf = await findOriginal(tx, values, input.translationOf, checks);
    checks.throwIfInvalid();
    if (!type) throw notFound('Content type');
    const { externalId, type: typeSlug, title, slug } = input;
    const { language } = values;
    await ensureTranslatable(tx, { id, language, translationOf });
    await ensureAvailable(tx, { id, externalId, type: typeSlug, language, slug: slug ?? null });
    const free = slug ?? (await chooseSlug(tx, { id, type: typeSlug, language, title }));
    const item = { ...values, titleFolded: fold(title), slug: free, translationOf, createdBy: actor, writtenBy: actor };
    return this.inTransaction(tx, await insertItem(tx, item, type, { mode: 'checked', files }));
  }

  /** In one statement after reading the item. Null for everything that needs a further look. */
  private async changeAtOnce(
    scope: Scope,
    item: StoredItem,
    input: UpdateContentInput,
    actor: string,
  ): Promise<WrittenItem | null> {
    const type = item.contentTypeId ? await this.types.get(scope, item.type) : null;
    // A title's slug is chosen under a lock.
    if (input.slug === null || item.contentTypeId !== (type?.id ?? null)) return null;
    const { checks, values, files } = await valuesOfChange(scope, item, input, type);
    if (!checks.isPassed || !isIdOrNone(input.collectionId)) return null;
    // Translations are compared under a lock.
    if (typeof input.translationOf === 'string' || (values.language ?? item.language) !== item.language) return null;
    if (input.slug !== undefined) values.slug = input.slug;
    const changes = differing(item, values, actor);
    const written = await nullOnConflict(updateItem(changing(scope), item, changes, type, { mode: 'at once', files }));
    if (written) this.dispatch(scope, written);
    else this.types.forget(scope, item.type);
    return written;
  }

  private inTransaction(tx: ScopeTransaction, written: WrittenItem | null): WrittenItem {
    if (!written) throw new Error('A locked item was not written');
    this.dispatch(tx, written);
    return written;
  }

  private dispatch(writer: Pick<ScopeTransaction, 'afterCommit'>, { jobs }: Pick<WrittenItem, 'jobs'>): void {
    if (jobs.length > 0) writer.afterCommit(() => this.sources.dispatch(jobs));
  }
}

/** Each statement is a transaction of its own. */
function changing(scope: Scope): SiteWriter {
  return { siteId: scope.siteId, rows: (sql, values = []) => scope.change(sql, values) };
}

function adding(scope: Scope): SiteWriter {
  return { siteId: scope.siteId, rows: (sql, values = []) => scope.add(sql, values) };
}

function nullOnConflict<T>(writing: Promise<T>): Promise<T | null> {
  return writing.catch((error: unknown) => {
    if (isConflict(error)) return null;
    throw error;
  });
}

function isIdOrNone(id: string | null | undefined): boolean {
  return id === null || id === undefined || isId(id);
}

async function checkCollection(tx: ScopeTransaction, id: string | null | undefined, checks: Checks): Promise<void> {
  if (id === null || id === undefined || (await isCollection(tx, id))) return;
  checks.report('collectionId', 'must be the id of a collection of this site');
}
