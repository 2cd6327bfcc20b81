import type { Values } from '../../database/columns.ts';
import { Where } from '../../database/where.ts';
import { checkInput } from '../../graphql/bounds.ts';
import { type PageRequest, type Sort, readPage } from '../../shared/pagination.ts';
import { isSlug } from '../../text/slug.ts';
import { fold } from '../../text/folding.ts';
import { accessCondition } from '../access/access-sql.ts';
import type { Viewer } from '../access/viewer.ts';
import { ContentFilter, type ContentOrder } from './content.inputs.ts';
import { type ContentRow, contentById, contentItems, seenBy, storedContentById } from './content.rows.ts';
import type { ContentItem, ContentItemPage, ContentSort } from './content.types.ts';

const { c } = contentItems;
export const CONTENT_PAGES = { default: 50, max: 100 };

const SORTS: Record<ContentSort, Omit<Sort, 'direction'>> = {
  publishedAt: { expression: c.publishedAt, type: 'timestamptz', nullable: true },
  createdAt: { expression: c.createdAt, type: 'timestamptz', nullable: false },
  sortOrder: { expression: c.sortOrder, type: 'integer', nullable: false },
  title: { expression: c.titleFolded, type: 'text', nullable: false },
};

export interface ContentListRequest {
  filter: ContentFilter;
  order: ContentOrder;
  page: PageRequest;
  includeRestricted: boolean;
}

/** Two statements, whatever the number of items. The access rule is part of both, so pages are full and totals exact. */
export async function listContent(viewer: Viewer, request: ContentListRequest): Promise<ContentItemPage> {
  const { page, includeRestricted } = request;
  const mayBeSeen = (values: Values) => accessCondition(viewer.entitlement, contentItems.alias, values);
  const where = whereOf(viewer, request.filter);
  if (!includeRestricted) where.and(mayBeSeen);
  const name = request.order.sort ?? 'publishedAt';
  // Teasers and their counts need rows that the viewer cannot read.
  const scope = includeRestricted ? viewer.unrestrictedScope : viewer.scope;
  const { counts, ...found } = await readPage<ContentRow, ContentRow, 'accessible'>(scope, page, {
    table: contentItems,
    where,
    sort: { ...SORTS[name], direction: request.order.direction ?? 'desc' },
    sizes: CONTENT_PAGES,
    toItem: (row) => row,
    sortValue: (row) => (name === 'title' ? fold(row.title) : row[name]),
    counts: includeRestricted ? { accessible: mayBeSeen } : {},
    // Its rows do not know titles.
    countTable: request.filter.search ? undefined : 'content_count',
  });
  const { accessible = found.total } = counts;
  return {
    ...found,
    items: found.items.map((row) => remember(viewer, row)),
    accessSummary: {
      totalItems: found.total,
      accessibleItems: accessible,
      restrictedItems: found.total - accessible,
      includeRestricted,
    },
  };
}

/** The item as the viewer may see it; what is asked of it next need not read it again. */
function remember(viewer: Viewer, row: ContentRow): ContentItem {
  const item = seenBy(viewer.entitlement, row);
  viewer.loader(storedContentById).prime(row.id, row);
  if (item.access.granted) viewer.loader(contentById).prime(row.id, row);
  return item;
}

function whereOf(viewer: Viewer, filter: ContentFilter): Where {
  // No title contains U+0000, so a search with it matches nothing.
  const search = filter.search?.replaceAll('\0', '') ?? null;
  checkInput(ContentFilter, { ...filter, search }).throwIfInvalid();
  const where = new Where()
    .equal(c.siteId, viewer.site.id)
    .equal(c.status, filter.status)
    .equal(c.accessLevel, filter.accessLevel)
    .id(c.collectionId, filter.collectionId)
    .given(search ? `%${escapeLike(fold(search))}%` : null, (n) => `${c.titleFolded} like ${n}`);
  if (!filter.type) return where;
  // A malformed slug is an unknown one: no item has it.
  return isSlug(filter.type) ? where.equal(c.type, filter.type) : where.nothing();
}

function escapeLike(text: string): string {
  return text.replaceAll('\0', '').replace(/[\\%_]/g, String.raw`\$&`);
}
