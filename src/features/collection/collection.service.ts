import { UniqueConstraintViolationException } from '@mikro-orm/core';
import { Values, columnName } from '../../database/columns.ts';
import { Checks, DESCRIPTION_LENGTH, NAME_LENGTH } from '../../shared/checks.ts';
import { conflict, notFound } from '../../shared/errors.ts';
import { isId, newId } from '../../shared/ids.ts';
import { type Page, type PageRequest, type Sort, pageBounds, readPage } from '../../shared/pagination.ts';
import { slugify } from '../../shared/slug.ts';
import type { Viewer } from '../access/viewer.ts';
import { CollectionEntity } from './collection.entity.ts';
import type { Collection, CreateCollectionInput, UpdateCollectionInput } from './collection.types.ts';

const COLUMNS = ['id', 'name', 'slug', 'description', 'sortOrder', 'createdAt', 'updatedAt']
  .map((property) => `l.${columnName(property)} as "${property === 'sortOrder' ? 'order' : property}"`)
  .join(', ');

const BY_ORDER: Sort = { expression: 'l.sort_order', direction: 'asc', type: 'integer', nullable: false };
const SIZES = { standard: 50, most: 500 };
const MOST_ORDER = 1_000_000;

export class CollectionService {
  async list(viewer: Viewer, page: PageRequest): Promise<Page<Collection>> {
    const bounds = pageBounds(page, SIZES);
    const values = new Values();
    const where = [`l.site_id = ${values.add(viewer.site.id)}`];
    return readPage<Collection, Collection>(viewer.scope, bounds, {
      columns: COLUMNS,
      table: 'collection l',
      where,
      values,
      sort: BY_ORDER,
      shown: (row) => row,
      sortValue: (collection) => collection.order,
    });
  }

  async get(viewer: Viewer, id: string): Promise<Collection> {
    const collection = await viewer.loader(collectionById).load(id);
    if (!collection) throw notFound('Collection');
    return collection;
  }

  async create(viewer: Viewer, input: CreateCollectionInput): Promise<Collection> {
    const checks = checkInput(input);
    checks.required('name', input.name);
    checks.refuse();
    const id = newId();
    await refuseDoubles(() =>
      viewer.scope.write(async (tx) => {
        tx.em.create(CollectionEntity, {
          id,
          siteId: viewer.site.id,
          name: input.name,
          slug: input.slug ?? slugify(input.name, 'collection'),
          description: input.description ?? null,
          order: input.order ?? 0,
        });
      }),
    );
    return this.get(viewer, id);
  }

  async update(viewer: Viewer, id: string, input: UpdateCollectionInput): Promise<Collection> {
    if (!isId(id)) throw notFound('Collection');
    const checks = checkInput(input);
    checks.notEmptied('name', input.name);
    checks.refuse();
    await refuseDoubles(() =>
      viewer.scope.write(async (tx) => {
        const collection = await tx.em.findOne(CollectionEntity, { id });
        if (!collection) throw notFound('Collection');
        if (input.name) collection.name = input.name;
        if (input.slug !== undefined) collection.slug = input.slug ?? slugify(collection.name, 'collection');
        if (input.description !== undefined) collection.description = input.description;
        if (input.order !== undefined) collection.order = input.order ?? 0;
      }),
    );
    viewer.forget();
    return this.get(viewer, id);
  }

  /** Its items stay, in no collection. */
  async delete(viewer: Viewer, id: string): Promise<void> {
    const removed = isId(id) ? await viewer.scope.write((tx) => tx.em.nativeDelete(CollectionEntity, { id })) : 0;
    if (removed === 0) throw notFound('Collection');
    viewer.forget();
  }
}

/** Collections by id; null for what the site does not have. */
async function collectionById(viewer: Viewer, ids: readonly string[]): Promise<(Collection | null)[]> {
  const rows = await viewer.scope.rows<Collection>(
    `select ${COLUMNS} from collection l where l.site_id = $1 and l.id = any($2::uuid[])`,
    [viewer.site.id, ids.filter(isId)],
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.map((id) => byId.get(id.toLowerCase()) ?? null);
}

function checkInput(input: UpdateCollectionInput): Checks {
  const checks = new Checks();
  checks.length('name', input.name, NAME_LENGTH);
  checks.slug('slug', input.slug);
  checks.length('description', input.description, DESCRIPTION_LENGTH);
  checks.whole('order', input.order, -MOST_ORDER, MOST_ORDER);
  return checks;
}

async function refuseDoubles<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (error instanceof UniqueConstraintViolationException) throw conflict('Collection with this slug already exists');
    throw error;
  }
}
