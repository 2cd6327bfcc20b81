import { isId } from '../shared/ids.ts';
import { Values } from './columns.ts';

/** Collects the conditions of a statement and their values from a filter. */
export class Where {
  readonly values = new Values();
  private readonly conditions: string[] = [];

  /** The column equals the value; nothing is added for an undefined or null value. */
  equal(column: string, value: unknown): this {
    return this.whenPresent(value, (n) => `${column} = ${n}`);
  }

  /** The column equals the id; nothing is added for an undefined, null or empty value. A malformed id matches no row. */
  id(column: string, id: string | null | undefined): this {
    return id && !isId(id) ? this.nothing() : this.equal(column, id || null);
  }

  /** Matches no row. */
  nothing(): this {
    return this.and(() => 'false');
  }

  /** The list in the column contains the entry; nothing is added for an undefined, null or empty value. */
  includes(column: string, entry: string | null | undefined): this {
    return this.whenPresent(entry || null, (n) => `${column} @> array[${n}]::text[]`);
  }

  /** @param condition SQL that uses the value's `$n`; nothing is added for an undefined or null value */
  whenPresent(value: unknown, condition: (n: string) => string): this {
    if (value !== null && value !== undefined) this.conditions.push(condition(this.values.add(value)));
    return this;
  }

  /** @param condition SQL that adds its own values */
  and(condition: (values: Values) => string): this {
    this.conditions.push(condition(this.values));
    return this;
  }

  get sql(): string {
    return this.conditions.join(' and ');
  }
}
