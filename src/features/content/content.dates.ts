import type { Checks } from '../../shared/checks.ts';

const DATES = ['publishedAt', 'createdAt', 'updatedAt'] as const;
const MIN_TIME = Date.parse('0001-01-01T00:00:00Z');
const MAX_TIME = Date.parse('9999-12-31T23:59:59.999Z');

type Dates = { [K in (typeof DATES)[number]]?: Date | null | undefined };

/** An offset can move a date of four digits out of the years that timestamps are written with. */
export function checkDates(checks: Checks, input: Dates): void {
  for (const name of DATES) {
    const time = input[name]?.getTime();
    if (time !== undefined && (time < MIN_TIME || time > MAX_TIME))
      checks.report(name, 'must be in the years 1 to 9999');
  }
}

/** The dates of a new item: those that its writer gives, otherwise those of its creation. */
export function datesOfNew(
  { publishedAt, createdAt, updatedAt }: Dates,
  { isPublished }: { isPublished: boolean },
): { publishedAt: Date | null; createdAt: Date; updatedAt: Date } {
  const now = new Date();
  return {
    publishedAt: publishedAt ?? (isPublished ? now : null),
    createdAt: createdAt ?? now,
    updatedAt: updatedAt ?? now,
  };
}
