import { Values } from '../../database/columns.ts';
import type { Scope } from '../../database/database.ts';
import {
  type TableRow,
  type Statement,
  type ColumnValues,
  columnExpressions,
  expression,
  orNull,
  table,
} from '../../database/table.ts';
import { isId } from '../../shared/ids.ts';
import { isStorableText } from '../../shared/storable.ts';
import { readByIndexScan } from '../job/job.rows.ts';
import { ApiKeyEntity } from '../site/site.entity.ts';
import { ActivityEntity } from './activity.entity.ts';
import type { ActivityFilter } from './activity.types.ts';

/** Maximum number of entries that are examined for one page: not all that the index finds meet all conditions of a filter. */
const MAX_EXAMINED = 5_000;
const REMOVED_AT_ONCE = 1_000;

const c = columnExpressions(ActivityEntity, 'e');
const k = columnExpressions(ApiKeyEntity, 'k');
const activities = table(ActivityEntity, 'e', {
  omit: ['siteId'],
  add: { keyName: orNull(k.name), keyPrefix: orNull(k.prefix) },
});
const bounds = {
  examined: expression<number>('n.examined'),
  lastAt: expression<string>('last.at'),
  lastId: expression<string>('last.id'),
};

export type ActivityRow = TableRow<typeof activities>;

/** Position of the last entry of a page. */
export interface ActivityPosition {
  at: string;
  id: string;
}

type ExaminedBounds = ColumnValues<typeof bounds>;
type FoundRow = ExaminedBounds & (ActivityRow | { [K in keyof ActivityRow]: null });

export interface ExaminedActivities {
  rows: ActivityRow[];
  /** The last entry that was examined, if there may be more behind it. */
  goesOnAfter: ActivityPosition | null;
}

/**
 * Reads entries after a position, latest first. One condition, the most selective, is that of an index in the order of time; the
 * others are checked of a limited number of entries, so that no page reads more the longer the log is.
 */
export async function readActivities(
  scope: Scope,
  filter: ActivityFilter,
  { after, limit }: { after: ActivityPosition | null; limit: number },
): Promise<ExaminedActivities> {
  const values = new Values();
  const site = values.add(scope.siteId);
  const [indexed = 'true', ...others] = compileConditions(filter, values);
  const places = [
    `${c.siteId} = ${site}`,
    indexed,
    ...(filter.from ? [`${c.at} >= ${values.add(filter.from)}`] : []),
    ...(filter.to ? [`${c.at} < ${values.add(filter.to)}`] : []),
    ...(after ? [`(${c.at}, ${c.id}) < (${values.add(after.at)}::timestamptz, ${values.add(after.id)}::uuid)`] : []),
  ];
  const matches = await readByIndexScan(
    scope,
    `with examined as materialized (
        select e.* from activity e where ${places.join(' and ')} order by e.at desc, e.id desc limit ${MAX_EXAMINED}),
      found as (
        select e.* from examined e where ${['true', ...others].join(' and ')}
        order by e.at desc, e.id desc limit ${values.add(limit)})
      select ${activities.columns}, ${Object.entries(bounds)
        .map(([name, sql]) => `${sql} as "${name}"`)
        .join(', ')}
      from (select count(*)::int as examined from examined) n
        left join lateral (select x.at, x.id from examined x order by x.at, x.id limit 1) last on true
        left join found e on true
        left join api_key k on k.site_id = ${site} and 'key:' || k.id = e.actor
      order by e.at desc, e.id desc` as Statement<FoundRow>,
    values.list,
  );
  const [first] = matches;
  const isTruncated = first?.examined === MAX_EXAMINED;
  return {
    rows: matches.filter((row): row is ActivityRow & ExaminedBounds => row.id !== null),
    goesOnAfter: first && isTruncated ? { at: first.lastAt, id: first.lastId } : null,
  };
}

/** Compiles the conditions of a filter; the first one has to be that of an index. */
function compileConditions(filter: ActivityFilter, values: Values): string[] {
  const { resourceId, actor, resourceType, action, title } = filter;
  const conditions: string[] = [];
  const equal = (column: string, value: string | null | undefined, isPossible = true): void => {
    if (value) conditions.push(isPossible ? `${column} = ${values.add(value)}` : 'false');
  };
  equal(c.resourceId, resourceId, isId(resourceId ?? ''));
  equal(c.actor, actor, isStorableText(actor ?? ''));
  equal(c.resourceType, resourceType);
  equal(c.action, action);
  if (title) {
    const begins = isStorableText(title) ? `starts_with(lower(${c.title}), lower(${values.add(title)}))` : 'false';
    conditions.push(...(conditions.length === 0 ? ['true', begins] : [begins]));
  }
  return conditions;
}

/** Removes the entries of all sites that are older than the site keeps them. */
export async function removeOldActivities(system: Scope): Promise<void> {
  for (;;) {
    const [row] = await system.rows<{ removed: number }>('select remove_old_activities($1) as removed', [
      REMOVED_AT_ONCE,
    ]);
    if ((row?.removed ?? 0) < REMOVED_AT_ONCE) return;
  }
}
