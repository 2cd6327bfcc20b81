/** A time as an input of the type `datetime-local` has it, in the reader's time zone. */
export function localTime(iso: string): string {
  const time = new Date(iso);
  if (Number.isNaN(time.getTime())) return '';
  return new Date(time.getTime() - time.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** What was entered there, in UTC; null if it is empty. */
export function utcTime(local: string): string | null {
  return local === '' ? null : new Date(local).toISOString();
}

/** Such as 2026-11-24, in the reader's time zone. */
export function localDay(iso: string): string {
  return localTime(iso).slice(0, 10);
}

export function timeZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}
