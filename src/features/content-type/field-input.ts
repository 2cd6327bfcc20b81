import { isLongerThan } from '../../text/length.ts';
import type { Violation } from '../../shared/errors.ts';
import { isStorableText } from '../../shared/storable.ts';
import { isPlainObject } from '../../shared/plain-object.ts';

/** Reads the keys of an object in a request and collects violations. Null counts as missing. */
export class FieldInput {
  readonly path: string;
  readonly violations: Violation[] = [];
  private readonly input: Record<string, unknown>;
  private readonly unreadable: boolean = false;

  /** If it is not an object, that is the only violation, and it is read as an empty one. */
  constructor(input: unknown, path: string) {
    this.path = path;
    this.input = isPlainObject(input) ? input : {};
    if (!isPlainObject(input)) this.report('', 'must be an object');
    this.unreadable = !isPlainObject(input);
  }

  /** @param below the path below this object, such as `.name` */
  report(below: string, wrong: string): void {
    if (this.unreadable) return;
    const field = this.path + below;
    this.violations.push({ field, message: `${field} ${wrong}` });
  }

  get(key: string): unknown {
    return Object.hasOwn(this.input, key) ? (this.input[key] ?? undefined) : undefined;
  }

  /** A text of at most this many characters; undefined if it is invalid. */
  text(key: string, length: number): string | undefined {
    const value = this.get(key);
    if (value === undefined) return undefined;
    const wrong = wrongText(value, length);
    if (wrong) this.report(`.${key}`, wrong);
    return typeof value === 'string' && !wrong ? value : undefined;
  }

  flag(key: string, absent: boolean): boolean {
    const value = this.get(key) ?? absent;
    if (typeof value !== 'boolean') this.report(`.${key}`, 'must be true or false');
    return value === true;
  }

  number(key: string): number | undefined {
    const value = this.get(key);
    if (value === undefined) return undefined;
    if (typeof value === 'number' && Number.isFinite(value)) return value;
    this.report(`.${key}`, 'must be a number');
    return undefined;
  }
}

/** Why a value is not a text of at most this many characters; undefined if it is. */
export function wrongText(value: unknown, length: number): string | undefined {
  if (typeof value !== 'string') return 'must be a string';
  if (isLongerThan(value, length)) return `must be at most ${length} characters long`;
  return isStorableText(value) ? undefined : 'contains characters that cannot be stored';
}
