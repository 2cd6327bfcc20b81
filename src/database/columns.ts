/** The column of a property. Names come from code, never from a caller. */
export function columnName(property: string): string {
  return property.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** Collects the parameters of a statement: `values.add(x)` returns its `$n`. */
export class Values {
  readonly list: unknown[] = [];

  add(value: unknown): string {
    this.list.push(value);
    return `$${this.list.length}`;
  }
  /** For a statement with the same values and more. */
  copy(): Values {
    const values = new Values();
    values.list.push(...this.list);
    return values;
  }
}
