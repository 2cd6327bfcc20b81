import { Values } from './columns.ts';

/** The conditions of a statement and their values, collected as a filter is read. */
export class Where {
  readonly values = new Values();
  private readonly conditions: string[] = [];

  /** Where the column has this value; an absent or null value asks for nothing. */
  equal(column: string, value: unknown): this {
    return this.given(value, (n) => `${column} = ${n}`);
  }

  /** Where the list in the column has this entry; an absent, null or empty one asks for nothing. */
  includes(column: string, entry: string | null | undefined): this {
    return this.given(entry || null, (n) => `${column} @> array[${n}]::text[]`);
  }

  /** @param condition the SQL, of the value's `$n`; not asked for an absent or null value */
  given(value: unknown, condition: (n: string) => string): this {
    if (value !== null && value !== undefined) this.conditions.push(condition(this.values.add(value)));
    return this;
  }

  /** @param condition SQL that adds its values by itself */
  and(condition: (values: Values) => string): this {
    this.conditions.push(condition(this.values));
    return this;
  }

  get sql(): string {
    return this.conditions.join(' and ');
  }
}
