/** The row of each id; null where there is none. */
export function sortByIds<T extends { id: string }>(ids: readonly string[], rows: readonly T[]): (T | null)[] {
  const rowsById = new Map(rows.map((row) => [row.id, row]));
  return ids.map((id) => rowsById.get(id) ?? null);
}
