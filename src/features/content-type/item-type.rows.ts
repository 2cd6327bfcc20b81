import { LRUCache } from 'lru-cache';
import type { Scope, ScopeTransaction } from '../../database/database.ts';
import { type TableRow, table } from '../../database/table.ts';
import { isSlug } from '../../text/slug.ts';
import { ContentTypeEntity } from './content-type.entity.ts';

const types = table(ContentTypeEntity, 't', { only: ['id', 'slug', 'fields', 'aiConfig', 'accessLevel', 'revision'] });
const { c } = types;
const FIND_BY_SLUG = types.select(`where ${c.siteId} = $1 and ${c.slug} = $2`);
const FIND_BY_SLUG_LOCKED = types.select(`where ${c.siteId} = $1 and ${c.slug} = $2 for share`);
const FIND_BY_ID_LOCKED = types.select(`where ${c.siteId} = $1 and ${c.id} = $2 for share`);
const FIND_BY_IDS_LOCKED = types.select(
  `where ${c.siteId} = $1 and ${c.id} = any($2::uuid[]) order by ${c.id} for share`,
);

/** A content type as far as writes of its items need it. */
export type ItemType = TableRow<typeof types>;

/** Locks the type until the end of the transaction; no row if it has another revision. */
export function lockRevision(siteId: string, id: string, revision: string): string {
  return `select ${c.id} from ${types.name}
    where ${c.siteId} = ${siteId} and ${c.id} = ${id} and ${c.revision} = ${revision} for share`;
}

const MAX_CACHED_BYTES = 16 * 2 ** 20;

/** Caches the content types of written items. They may be outdated: a statement that relies on one locks its revision. */
export class ItemTypeCache {
  private readonly cache = new LRUCache<string, ItemType>({ maxSize: MAX_CACHED_BYTES });

  async get(scope: Scope, slug: string): Promise<ItemType | null> {
    return this.cache.get(cacheKey(scope.siteId, slug)) ?? this.read(scope, slug);
  }

  forget(scope: Scope, slug: string): void {
    this.cache.delete(cacheKey(scope.siteId, slug));
  }

  private async read(scope: Scope, slug: string): Promise<ItemType | null> {
    const type = isSlug(slug) ? await scope.row(FIND_BY_SLUG, [scope.siteId, slug]) : null;
    if (type) this.cache.set(cacheKey(scope.siteId, slug), type, { size: JSON.stringify(type).length });
    return type;
  }
}

/** Locks the type of a new item, so that it is neither changed nor deleted before the item is there. */
export async function lockTypeBySlug(tx: ScopeTransaction, slug: string): Promise<ItemType | null> {
  return isSlug(slug) ? tx.row(FIND_BY_SLUG_LOCKED, [tx.siteId, slug]) : null;
}

/** Locks the type of a stored item, as `lockTypeBySlug` does. */
export async function lockTypeById(tx: ScopeTransaction, id: string | null): Promise<ItemType | null> {
  return id === null ? null : tx.row(FIND_BY_ID_LOCKED, [tx.siteId, id]);
}

/** Locks the types of stored items, and returns them by their ids. */
export async function lockTypesById(
  tx: ScopeTransaction,
  ids: readonly string[],
): Promise<ReadonlyMap<string, ItemType>> {
  const rows = ids.length > 0 ? await tx.rows(FIND_BY_IDS_LOCKED, [tx.siteId, ids]) : [];
  return new Map(rows.map((type) => [type.id, type]));
}

function cacheKey(siteId: string, slug: string): string {
  return `${siteId} ${slug}`;
}
