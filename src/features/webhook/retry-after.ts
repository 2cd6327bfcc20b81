/** An endpoint can put off what waits for it by this at most. */
const MAX_SECONDS = 3_600;

/** Statuses whose `Retry-After` says when the endpoint accepts requests again. */
const STATUSES: ReadonlySet<number> = new Set([429, 503]);

/** The seconds for which an endpoint wants no requests: a number or an HTTP date. Null if it does not say so. */
export function retryAfterOf({
  status,
  headers,
}: {
  status: number;
  headers: Readonly<Record<string, string>>;
}): number | null {
  const value = headers['retry-after']?.trim();
  if (!value || !STATUSES.has(status)) return null;
  const seconds = /^\d+$/.test(value) ? Number(value) : (Date.parse(value) - Date.now()) / 1000;
  return Number.isNaN(seconds) ? null : Math.min(Math.max(seconds, 0), MAX_SECONDS);
}
