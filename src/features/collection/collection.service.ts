import type { ScopeTransaction } from '../../database/database.ts';
import { type ExpectedRevision, deleteById, findForUpdate } from '../../database/revision.ts';
import { table } from '../../database/table.ts';
import { Where } from '../../database/where.ts';
import { assertBelowLimit, onDuplicate } from '../../database/writes.ts';
import { fieldConflict, notFound } from '../../shared/errors.ts';
import { isId, newId } from '../../shared/ids.ts';
import { type Page, type PageRequest, type Sort, readPage } from '../../database/pagination.ts';
import { patch, withDefaults } from '../../shared/patch.ts';
import { SITE_MAXIMA } from '../../shared/site-limits.ts';
import { slugify } from '../../text/slug.ts';
import type { Viewer } from '../../access/viewer.ts';
import { COLLECTION_DEFAULTS, CollectionEntity } from './collection.entity.ts';
import { type Collection, CreateCollectionInput, UpdateCollectionInput } from './collection.types.ts';

const collections = table(CollectionEntity, 'l', { omit: ['siteId'] });
const { c } = collections;
const FIND_BY_IDS = collections.select(`where ${c.siteId} = $1 and ${c.id} = any($2::uuid[])`);

const ORDER_SORT: Sort = { expression: c.order, direction: 'asc', type: 'integer', nullable: false };

export const COLLECTION_PAGES = { default: 50, max: 500 };

export class CollectionService {
  async list(viewer: Viewer, page: PageRequest): Promise<Page<Collection>> {
    return readPage(viewer.scope, page, {
      table: collections,
      where: new Where().equal(c.siteId, viewer.site.id),
      sort: ORDER_SORT,
      sizes: COLLECTION_PAGES,
      toItem: (row) => row,
      sortValue: (collection) => collection.order,
    });
  }

  async get(viewer: Viewer, id: string): Promise<Collection> {
    const collection = await viewer.loader(collectionById).load(id);
    if (!collection) throw notFound('Collection');
    return collection;
  }

  async create(viewer: Viewer, input: CreateCollectionInput): Promise<Collection> {
    const id = newId();
    const { name, slug, ...values } = input;
    await onDuplicate(
      () =>
        viewer.scope.write(async (tx) => {
          await tx.lock('collection');
          await assertBelowLimit(tx, CollectionEntity, SITE_MAXIMA.collections, 'collections');
          tx.em.create(CollectionEntity, {
            ...withDefaults(COLLECTION_DEFAULTS, values),
            id,
            siteId: tx.siteId,
            name,
            slug: slug ?? slugify(name, 'collection'),
          });
        }),
      slugConflict,
    );
    return this.get(viewer, id);
  }

  async update(
    viewer: Viewer,
    id: string,
    input: UpdateCollectionInput,
    expected?: ExpectedRevision,
  ): Promise<Collection> {
    const { slug, ...values } = input;
    await onDuplicate(
      () =>
        viewer.scope.write(async (tx) => {
          const collection = await findForUpdate(tx, CollectionEntity, { id }, { resource: 'Collection', expected });
          Object.assign(collection, patch(collection, values, COLLECTION_DEFAULTS));
          if (slug !== undefined) collection.slug = slug ?? slugify(collection.name, 'collection');
        }),
      slugConflict,
    );
    viewer.forget();
    return this.get(viewer, id);
  }

  /** Deletes a collection; its items are kept, in no collection. */
  async delete(viewer: Viewer, id: string, expected?: ExpectedRevision): Promise<void> {
    await viewer.scope.write((tx) => deleteById(tx, CollectionEntity, id, { resource: 'Collection', expected }));
    viewer.forget();
  }
}

/** Returns whether it is the id of a collection of the site. */
export async function collectionExists(tx: ScopeTransaction, id: string): Promise<boolean> {
  return isId(id) && (await tx.em.count(CollectionEntity, { id })) > 0;
}

/** Reads collections by id; null for unknown ids. */
async function collectionById(viewer: Viewer, ids: readonly string[]): Promise<(Collection | null)[]> {
  const rows = await viewer.scope.rows(FIND_BY_IDS, [viewer.site.id, ids.filter(isId)]);
  const collectionsById = new Map(rows.map((row) => [row.id, row]));
  return ids.map((id) => collectionsById.get(id.toLowerCase()) ?? null);
}

const slugConflict = () => fieldConflict('slug', 'Collection with this slug already exists');
