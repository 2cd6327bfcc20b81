/**
 * Select list with the property names of the service: `columns('c', ['siteId'])` is `c.site_id as "siteId"`. Names come
 * from code, never from a caller.
 */
export function columns(alias: string, properties: readonly string[]): string {
  return properties.map((property) => `${alias}.${columnName(property)} as "${property}"`).join(', ');
}

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
}
