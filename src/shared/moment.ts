const DAY = /^(\d{4})-(\d\d)-(\d\d)$/;
const TIME = /^((?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d+)?)?)(Z|[+-](?:[01]\d|2[0-3]):?[0-5]\d)$/;

/** Timestamps in the database and in answers have four digits for the year. */
const MIN_TIME = Date.parse('0001-01-01T00:00:00Z');
const MAX_TIME = Date.parse('9999-12-31T23:59:59.999Z');

export const YEARS = 'in the years 1 to 9999';

/**
 * A timestamp of ISO 8601 with its time zone, such as `2026-11-21T09:30:00Z`; seconds and their fraction are optional.
 * Null for any other text, and for what JavaScript would move to another time: the thirtieth of February, 24:00. The
 * year may be outside of those that `isStorableMoment` accepts.
 */
export function parseMoment(text: string): Date | null {
  const [day = '', rest] = text.split('T', 2);
  const [match, time, zone = ''] = TIME.exec(rest ?? '') ?? [];
  if (match === undefined || text.length !== day.length + 1 + match.length || !isCalendarDay(day)) return null;
  const offset = zone.length === 5 ? `${zone.slice(0, 3)}:${zone.slice(3)}` : zone;
  return new Date(`${day}T${time}${offset}`);
}

/** Tells whether a text such as `2026-02-28` is a day of the calendar. */
export function isCalendarDay(text: string): boolean {
  const [, year, month, day] = DAY.exec(text) ?? [];
  if (year === undefined) return false;
  const date = new Date(`${text}T00:00:00Z`);
  return date.getUTCMonth() + 1 === Number(month) && date.getUTCDate() === Number(day);
}

/** Tells whether PostgreSQL stores the time and answers can write it. An offset can move four digits out of these years. */
export function isStorableMoment(moment: Date): boolean {
  return moment.getTime() >= MIN_TIME && moment.getTime() <= MAX_TIME;
}
