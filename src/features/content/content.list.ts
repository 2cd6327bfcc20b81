import { Values } from '../../database/columns.ts';
import type { Scope } from '../../database/database.ts';
import { checkInput } from '../../graphql/bounds.ts';
import { isId } from '../../shared/ids.ts';
import { type PageRequest, type Sort, behind, orderBy, pageBounds, toPage } from '../../shared/pagination.ts';
import { isSlug } from '../../text/slug.ts';
import { fold } from '../../text/folding.ts';
import { accessCondition } from '../access/access-sql.ts';
import type { Viewer } from '../access/viewer.ts';
import { ContentFilter, type ContentOrder } from './content.inputs.ts';
import {
  CONTENT_COLUMNS,
  CONTENT_FROM,
  type ContentRow,
  contentById,
  seenBy,
  storedContentById,
} from './content.rows.ts';
import type { ContentItemPage, ContentSort } from './content.types.ts';

const SIZES = { default: 50, max: 100 };

const SORTS: Record<ContentSort, Omit<Sort, 'direction'>> = {
  publishedAt: { expression: 'c.published_at', type: 'timestamptz', nullable: true },
  createdAt: { expression: 'c.created_at', type: 'timestamptz', nullable: false },
  sortOrder: { expression: 'c.sort_order', type: 'integer', nullable: false },
  title: { expression: 'c.title_folded', type: 'text', nullable: false },
};

export interface ContentListRequest {
  filter: ContentFilter;
  order: ContentOrder;
  page: PageRequest;
  includeRestricted: boolean;
}

/** Two statements, whatever the number of items. The access rule is part of both, so pages are full and totals exact. */
export async function listContent(viewer: Viewer, request: ContentListRequest): Promise<ContentItemPage> {
  // No title holds U+0000: a search passes over it.
  const search = request.filter.search?.replaceAll('\0', '') ?? null;
  checkInput(ContentFilter, { ...request.filter, search }).refuse();
  const bounds = pageBounds(request.page, SIZES);
  const name = request.order.sort ?? 'publishedAt';
  const sort: Sort = { ...SORTS[name], direction: request.order.direction ?? 'desc' };
  const [rows, counts] = await Promise.all([readRows(viewer, request, sort, bounds), countRows(viewer, request)]);
  const page = toPage(rows, request.includeRestricted ? counts.all : counts.accessible, bounds, (row) =>
    name === 'title' ? fold(row.title) : row[name],
  );
  const [byId, storedById] = [viewer.loader(contentById), viewer.loader(storedContentById)];
  const items = page.items.map((row) => seenBy(viewer.entitlement, row));
  items.forEach(({ access }, index) => {
    const row = page.items[index];
    if (!row) return;
    storedById.prime(row.id, row);
    if (access.granted) byId.prime(row.id, row);
  });
  return {
    ...page,
    items,
    accessSummary: {
      totalItems: counts.all,
      accessibleItems: counts.accessible,
      restrictedItems: counts.all - counts.accessible,
      includeRestricted: request.includeRestricted,
    },
  };
}

async function readRows(
  viewer: Viewer,
  { filter, includeRestricted }: ContentListRequest,
  sort: Sort,
  bounds: ReturnType<typeof pageBounds>,
): Promise<ContentRow[]> {
  const values = new Values();
  const where = conditions(viewer, filter, values);
  if (!includeRestricted) where.push(accessCondition(viewer.entitlement, 'c', values));
  if (bounds.after) where.push(behind(bounds.after, sort, 'c.id', values));
  return scopeOf(viewer, includeRestricted).rows<ContentRow>(
    `select ${CONTENT_COLUMNS} from ${CONTENT_FROM} where ${where.join(' and ')}
     order by ${orderBy(sort, 'c.id')} limit ${values.add(bounds.limit + 1)} offset ${values.add(bounds.offset)}`,
    values.list,
  );
}

/** What the filter matches, and how much of it the viewer may see; the former is told only with `includeRestricted`. */
async function countRows(
  viewer: Viewer,
  { filter, includeRestricted }: ContentListRequest,
): Promise<{ all: number; accessible: number }> {
  const values = new Values();
  const where = conditions(viewer, filter, values);
  const [row] = await scopeOf(viewer, includeRestricted).rows<{ all: number; accessible: number }>(
    `select count(*)::int as "all",
       count(*) filter (where ${accessCondition(viewer.entitlement, 'c', values)})::int as accessible
     from content_item c where ${where.join(' and ')}`,
    values.list,
  );
  return row ?? { all: 0, accessible: 0 };
}

/** Teasers, and the figures that count them, are of rows that the viewer may not see. */
function scopeOf(viewer: Viewer, includeRestricted: boolean): Scope {
  return includeRestricted ? viewer.unrestrictedScope : viewer.scope;
}

function conditions(viewer: Viewer, filter: ContentFilter, values: Values): string[] {
  const where = [`c.site_id = ${values.add(viewer.site.id)}`];
  // A malformed slug or id is an unknown one: no item has it.
  if (filter.type) where.push(isSlug(filter.type) ? `c.type = ${values.add(filter.type)}` : 'false');
  if (filter.status) where.push(`c.status = ${values.add(filter.status)}`);
  if (filter.accessLevel) where.push(`c.access_level = ${values.add(filter.accessLevel)}`);
  if (filter.collectionId) {
    where.push(isId(filter.collectionId) ? `c.collection_id = ${values.add(filter.collectionId)}` : 'false');
  }
  if (filter.search) {
    where.push(`c.title_folded like ${values.add(`%${escapeLike(fold(filter.search))}%`)}`);
  }
  return where;
}

function escapeLike(text: string): string {
  return text.replaceAll('\0', '').replace(/[\\%_]/g, String.raw`\$&`);
}
