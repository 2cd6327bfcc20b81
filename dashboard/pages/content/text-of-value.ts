/** The value of a custom field, short, for tables. */
export function textOfValue(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'boolean') return value ? '✓' : '–';
  if (Array.isArray(value)) return value.map(textOfValue).join(', ');
  return typeof value === 'string' ? value : JSON.stringify(value);
}
