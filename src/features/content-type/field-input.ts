import { isLongerThan } from '../../text/length.ts';
import type { Fault } from '../../shared/errors.ts';
import { isStorableText } from '../../shared/storable.ts';
import { isPlainObject } from '../../shared/plain-object.ts';

/** Reads the keys of one object of a request and collects what is wrong with them. Null is read as absent. */
export class FieldInput {
  readonly path: string;
  readonly faults: Fault[] = [];
  private readonly input: Record<string, unknown>;
  private readonly unreadable: boolean = false;

  /** Anything but an object is the only fault there is, and reads as an empty one. */
  constructor(input: unknown, path: string) {
    this.path = path;
    this.input = isPlainObject(input) ? input : {};
    if (!isPlainObject(input)) this.refuse('', 'must be an object');
    this.unreadable = !isPlainObject(input);
  }

  /** `below` is the path below this object, such as `.name`. */
  refuse(below: string, wrong: string): void {
    if (this.unreadable) return;
    const field = this.path + below;
    this.faults.push({ field, message: `${field} ${wrong}` });
  }

  get(key: string): unknown {
    return Object.hasOwn(this.input, key) ? (this.input[key] ?? undefined) : undefined;
  }

  /** A text of at most so many characters; a faulty one is absent. */
  text(key: string, length: number): string | undefined {
    const value = this.get(key);
    if (value === undefined) return undefined;
    const wrong = wrongText(value, length);
    if (wrong) this.refuse(`.${key}`, wrong);
    return typeof value === 'string' && !wrong ? value : undefined;
  }

  flag(key: string, absent: boolean): boolean {
    const value = this.get(key) ?? absent;
    if (typeof value !== 'boolean') this.refuse(`.${key}`, 'must be true or false');
    return value === true;
  }

  number(key: string): number | undefined {
    const value = this.get(key);
    if (value === undefined) return undefined;
    if (typeof value === 'number' && Number.isFinite(value)) return value;
    this.refuse(`.${key}`, 'must be a number');
    return undefined;
  }
}

/** What keeps a value from being a text of at most so many characters. */
export function wrongText(value: unknown, length: number): string | undefined {
  if (typeof value !== 'string') return 'must be a string';
  if (isLongerThan(value, length)) return `must be at most ${length} characters long`;
  return isStorableText(value) ? undefined : 'contains characters that cannot be stored';
}
