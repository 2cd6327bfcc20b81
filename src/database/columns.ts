/** The column of a property. Names come from code, never from a caller. */
export function columnName(property: string): string {
  return property.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** Every element is quoted, so that PostgreSQL neither reads `null` as NULL nor trims spaces. */
export function arrayLiteral(values: readonly unknown[]): string {
  return `{${values.map((value) => `"${String(value).replaceAll(/["\\]/g, String.raw`\$&`)}"`).join(',')}}`;
}

/** The values of rows by property, each as a parameter for `unnest`. */
export function valuesByProperty<T>(rows: readonly T[], ...properties: (keyof T)[]): unknown[][] {
  return properties.map((property) => rows.map((row) => row[property]));
}

/** Collects the parameters of a statement: `values.add(x)` returns its `$n`. */
export class Values {
  readonly list: unknown[] = [];

  add(value: unknown): string {
    this.list.push(value);
    return `$${this.list.length}`;
  }
  /** Returns a copy, for a statement with the same values and more. */
  copy(): Values {
    const values = new Values();
    values.list.push(...this.list);
    return values;
  }
}
