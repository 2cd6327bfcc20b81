import type { Checks } from '../../shared/checks.ts';
import type { SecretBox } from '../../shared/secret-box.ts';
import type { SealedHeaders } from './webhook-tool.entity.ts';

/** The mask is returned instead of a stored value; in an update it keeps the stored value. */
export const MASK = '***';

export const MAX_HEADERS = 20;
const VALUE_LENGTH = 4096;
const NAME = /^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}$/;
const VALUE = /^[\t\x20-\x7e]*$/;

/** Headers of the connection, the host and the signature, which cannot be set. */
const RESERVED_NAMES =
  /^(host|connection|keep-alive|content-length|transfer-encoding|te|trailer|upgrade|expect|accept-encoding|proxy-.*|webhook-(id|timestamp|signature))$/i;

/** @param stored headers that `***` may keep; none on create */
export function checkHeaders(
  checks: Checks,
  headers: Readonly<Record<string, unknown>> | null | undefined,
  stored: SealedHeaders,
): void {
  if (!headers) return;
  const names = Object.keys(headers);
  if (names.length > MAX_HEADERS) return;
  for (const name of names) checkName(checks, name, names);
  for (const [name, value] of Object.entries(headers)) checkValue(checks, name, value, stored);
}

function checkName(checks: Checks, name: string, names: readonly string[]): void {
  if (!NAME.test(name) || name === '__proto__') return checks.report('headers', 'must have valid header names');
  const field = `headers.${name}`;
  if (RESERVED_NAMES.test(name)) checks.report(field, 'must not be set');
  const first = names.find((each) => each.toLowerCase() === name.toLowerCase());
  if (first !== name) checks.report(field, 'must be given only once');
}

function checkValue(checks: Checks, name: string, value: unknown, stored: SealedHeaders): void {
  const field = NAME.test(name) ? `headers.${name}` : 'headers';
  if (typeof value !== 'string') return checks.report(field, 'must be text');
  if (value === MASK && sealedValue(stored, name) === undefined)
    checks.report(field, 'must not be ***, because no value is stored');
  if (value.length > VALUE_LENGTH) checks.report(field, `must have at most ${VALUE_LENGTH} characters`);
  if (!VALUE.test(value)) checks.report(field, 'must have only printable ASCII characters');
}

/** The headers to store, after `checkHeaders`. */
export function sealHeaders(
  headers: Readonly<Record<string, unknown>>,
  stored: SealedHeaders,
  secrets: SecretBox,
): SealedHeaders {
  const sealHeader = (name: string, value: unknown): string =>
    (value === MASK ? sealedValue(stored, name) : undefined) ?? secrets.seal(String(value));
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, sealHeader(name, value)]));
}

/**
 * The headers of a call, with names in lower case.
 * @throws Error if they were encrypted with another key
 */
export function openHeaders(headers: SealedHeaders, secrets: SecretBox): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, box]) => [name.toLowerCase(), secrets.open(box)]));
}

export function maskHeaders(headers: SealedHeaders): Record<string, string> {
  return Object.fromEntries(Object.keys(headers).map((name) => [name, MASK]));
}

function sealedValue(stored: SealedHeaders, name: string): string | undefined {
  return Object.entries(stored).find(([each]) => each.toLowerCase() === name.toLowerCase())?.[1];
}
