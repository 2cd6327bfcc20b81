import { exceedsLength } from '../text/length.ts';
import { isAgentNotice } from './agent-notices.ts';
import type { TextFormat } from './bounds.ts';
import { type Violation, assertNoViolations, report } from './errors.ts';
import { exceedsDepth } from './json-depth.ts';
import { isPlainObject } from './plain-object.ts';
import { isStorableText } from './storable.ts';

/**
 * Maximum lengths of a name or title, a short description, and a list entry (tag, slug), and maximum number of list
 * entries.
 */
export const NAME_LENGTH = 300;
export const DESCRIPTION_LENGTH = 5_000;
export const LABEL_LENGTH = 200;
export const LIST_LENGTH = 200;

const MAX_JSON_DEPTH = 20;
const NOT_STORABLE = 'must not contain the character U+0000 or half a surrogate pair';

/**
 * Collects all violations of an input, so that a caller gets them together. All checks ignore null and undefined,
 * except `required`.
 */
export class Checks {
  readonly violations: Violation[] = [];

  report(field: string, what: string): void {
    report(this.violations, field, what);
  }

  add(violations: readonly Violation[]): void {
    this.violations.push(...violations);
  }

  required(field: string, value: unknown): void {
    if (isBlank(value)) this.report(field, 'is required');
  }

  /** A text that an update may omit but not clear. */
  notEmptied(field: string, value: unknown): void {
    if (value !== undefined && isBlank(value)) this.report(field, 'must not be empty');
  }

  length(field: string, value: string | null | undefined, max: number): void {
    if (value && exceedsLength(value, max)) this.report(field, `must have at most ${max} characters`);
    this.storable(field, value);
  }

  private storable(field: string, value: string | null | undefined): void {
    if (value && !isStorableText(value)) this.report(field, NOT_STORABLE);
  }

  format(field: string, value: string | null | undefined, { matches, expectation }: TextFormat): void {
    if (value !== null && value !== undefined && !matches(value)) this.report(field, expectation);
  }

  informative(field: string, value: string): void {
    if (isAgentNotice(value)) this.report(field, 'must be an answer, not the sentence that none was found');
  }

  entries(field: string, values: readonly unknown[] | null | undefined, max: number): void {
    if (values && values.length > max) this.report(field, `must have at most ${max} entries`);
  }

  /** A free-form object, limited in size as JSON and in depth. */
  json(field: string, value: unknown, maxBytes: number): void {
    if (value === null || value === undefined) return;
    if (!isPlainObject(value)) return this.report(field, 'must be an object');
    if (exceedsDepth(value, MAX_JSON_DEPTH)) return this.report(field, `must be nested at most ${MAX_JSON_DEPTH} deep`);
    if (Buffer.byteLength(JSON.stringify(value)) > maxBytes) {
      this.report(field, `must have at most ${Math.floor(maxBytes / 1024)} kB as JSON`);
    }
    if (holdsUnstorable(value)) this.report(field, NOT_STORABLE);
  }

  whole(field: string, value: number | null | undefined, min: number, max: number): void {
    if (value !== null && value !== undefined && !(Number.isInteger(value) && value >= min && value <= max)) {
      this.report(field, `must be a whole number from ${min} to ${max}`);
    }
  }

  assertMinimum(field: string, value: number | null | undefined, minimum: number): void {
    if (typeof value === 'number' && value < minimum) this.report(field, `must be at least ${minimum}`);
  }

  assertInRange(field: string, value: number | null | undefined, minimum: number, maximum: number): void {
    if (typeof value === 'number' && !(value >= minimum && value <= maximum)) {
      this.report(field, `must be a number from ${minimum} to ${maximum}`);
    }
  }

  get isPassed(): boolean {
    return this.violations.length === 0;
  }

  /** Throws one ServiceError with all violations; its message is the first one. */
  throwIfInvalid(): void {
    assertNoViolations(this.violations);
  }
}

export function isBlank(value: unknown): boolean {
  return value === undefined || value === null || (typeof value === 'string' && value.trim() === '');
}

function holdsUnstorable(value: unknown): boolean {
  if (typeof value === 'string') return !isStorableText(value);
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(([key, inner]) => !isStorableText(key) || holdsUnstorable(inner));
}
