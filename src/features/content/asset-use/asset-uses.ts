import { Field, Int, ObjectType } from 'type-graphql';
import { Values } from '../../../database/columns.ts';
import { type PageRequest, pageBounds } from '../../../database/pagination.ts';
import { contentCondition } from '../../../access/access-sql.ts';
import type { Viewer } from '../../../access/viewer.ts';
import { readableUsesSql } from '../../asset/asset-use.rows.ts';
import { type ContentRow, contentItems, redactFor, withDrafts } from '../content.rows.ts';
import { ContentItem } from '../content.types.ts';
import { Visible } from '../../../api/visible.ts';

@Visible('guarded')
@ObjectType({ description: 'A page of the content items that use a file, newest first.', simpleResolvers: true })
export class AssetUses {
  @Field(() => [ContentItem], { description: 'The items of this page.' })
  items!: ContentItem[];

  @Field(() => Int, { description: 'Number of all items that use the file and that the viewer can read.' })
  total!: number;

  @Field(() => Int, { description: 'Maximum number of items of the page.' })
  limit!: number;

  @Field(() => Int, { description: 'Number of items before the page.' })
  offset!: number;

  @Field(() => Boolean, { description: 'Whether there are more items.' })
  hasMore!: boolean;
}

export const USE_PAGES = { default: 20, max: 100 };

/**
 * The content items that use a file, themselves or in a draft that the viewer can read, newest first.
 * See decision 106.
 */
export async function listAssetUses(viewer: Viewer, assetId: string, page: PageRequest): Promise<AssetUses> {
  const { limit, offset } = pageBounds(page, USE_PAGES);
  const uses = await viewer.loader(usesByPage).load(`${assetId} ${limit} ${offset}`);
  return { ...uses, limit, offset };
}

type UsePage = Pick<AssetUses, 'items' | 'total' | 'hasMore'>;

/** Keys are `<asset id> <limit> <offset>`: two statements, whatever the number of files. */
async function usesByPage(viewer: Viewer, keys: readonly string[]): Promise<UsePage[]> {
  const requests = keys.map((key) => key.split(' '));
  const values = new Values();
  const site = values.add(viewer.site.id);
  const ids = values.add(requests.map(([id]) => id));
  const readable = `${contentItems.c.siteId} = ${site} and ${contentCondition(viewer.entitlement, contentItems.alias, values)}`;
  const usesOfFile = readableUsesSql(viewer.entitlement, values);
  const counted = values.copy();
  const limits = values.add(requests.map(([, limit]) => Number(limit)));
  const offsets = values.add(requests.map(([, , offset]) => Number(offset)));
  const [totals, rows] = await Promise.all([
    viewer.scope.rows<{ id: string; total: number }>(
      `select u.asset_id as id, count(distinct u.item_id)::int as total
       from (${usesOfFile(`any(${ids}::uuid[])`)}) u join ${contentItems.name} on ${contentItems.c.id} = u.item_id
       where ${readable} group by u.asset_id`,
      counted.list,
    ),
    viewer.scope.rows<ContentRow & { place: number }>(
      `select w.place::int, item.* from unnest(${ids}::uuid[], ${limits}::int[], ${offsets}::int[])
         with ordinality as w (id, max, skipped, place)
       cross join lateral (
         select ${contentItems.columns} from ${contentItems.from}
           join (select distinct item_id from (${usesOfFile('w.id')}) each) u on u.item_id = ${contentItems.c.id}
         where ${readable} order by u.item_id desc limit w.max + 1 offset w.skipped
       ) item order by w.place`,
      values.list,
    ),
  ]);
  const totalsById = new Map(totals.map(({ id, total }) => [id, total]));
  const rowsByPlace = Map.groupBy(await withDrafts(viewer, rows), ({ place }) => place);
  return requests.map(([id = '', limit], index) => {
    const items = (rowsByPlace.get(index + 1) ?? []).map(({ place: _place, ...row }) =>
      redactFor(viewer.entitlement, row),
    );
    const max = Number(limit);
    return { items: items.slice(0, max), total: totalsById.get(id) ?? 0, hasMore: items.length > max };
  });
}
