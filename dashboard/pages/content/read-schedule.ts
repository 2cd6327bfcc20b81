import { queryOptions } from '@tanstack/react-query';
import type { DataOf } from '../../data/graphql.ts';
import { request } from '../../data/request.ts';
import { localDay } from './local-time.ts';
import { MORE_SCHEDULED, SCHEDULE } from './schedule.query.ts';

export type Entry = DataOf<typeof SCHEDULE>['scheduledContents']['items'][number];

/** More of a month than anybody looks through. */
const MAX_SHOWN = 1_000;

/** What the address of the schedule says: the month, and the day whose entries are listed. */
export function readScheduleSearch({ month, day }: Readonly<Record<string, unknown>>) {
  return {
    month: typeof month === 'string' && /^\d{4}-(0[1-9]|1[0-2])$/.test(month) ? month : thisMonth(),
    day: typeof day === 'string' ? day : null,
  };
}

export function thisMonth(): string {
  return localDay(new Date().toISOString()).slice(0, 7);
}

/** @param month such as 2026-11 */
export function monthAfter(month: string, months: number): string {
  return localDay(dateIn(month, months).toISOString()).slice(0, 7);
}

/** The first day of a month, or of one after it. */
export function dateIn(month: string, months = 0): Date {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return new Date(year, number - 1 + months, 1);
}

/** What is scheduled in a month, and what could not be done at any time. */
export function scheduleQuery(site: string, search: Readonly<Record<string, unknown>>) {
  const { month } = readScheduleSearch(search);
  return queryOptions({
    queryKey: [site, SCHEDULE, month],
    queryFn: async ({ signal }) => {
      const period = { from: dateIn(month).toISOString(), to: dateIn(month, 1).toISOString() };
      const first = await request(SCHEDULE, { ...period, now: new Date().toISOString() }, { site, signal });
      const entries = [...first.scheduledContents.items];
      let { hasMore, endCursor } = first.scheduledContents;
      while (hasMore && entries.length < MAX_SHOWN) {
        const { scheduledContents } = await request(MORE_SCHEDULED, { ...period, after: endCursor }, { site, signal });
        entries.push(...scheduledContents.items);
        ({ hasMore, endCursor } = scheduledContents);
      }
      return {
        entries: entries.filter(({ failedReason }) => failedReason === null),
        notShown: hasMore ? { shown: entries.length, total: first.scheduledContents.total } : null,
        failures: first.overdue.items.filter(({ failedReason }) => failedReason !== null),
        furtherOverdue: first.overdue.total - first.overdue.items.length,
        types: first.contentTypes.items,
      };
    },
  });
}

export function byDay(entries: readonly Entry[]): Map<string, Entry[]> {
  return Map.groupBy(entries, ({ at }) => localDay(at));
}
