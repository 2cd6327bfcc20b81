import type { RestOperation } from './operation.ts';

/**
 * A table of the routes: method, path, operation, root fields and, if `resolverFiles` has the field, the file that
 * resolves it.
 */
export function printRoutes(
  operations: readonly RestOperation[],
  prefix: string,
  resolverFiles: ReadonlyMap<string, string> = new Map(),
): string {
  const rows = operations
    .toSorted(comparePaths)
    .map((operation) => [
      operation.method,
      prefix + operation.path,
      operation.name,
      operation.rootFields.join(', '),
      [...new Set(operation.rootFields.flatMap((field) => resolverFiles.get(field) ?? []))].join(', '),
    ]);
  return table([['METHOD', 'PATH', 'OPERATION', 'FIELDS', 'RESOLVER'], ...rows]);
}

function comparePaths(one: RestOperation, other: RestOperation): number {
  return one.path.localeCompare(other.path, 'en') || one.method.localeCompare(other.method, 'en');
}

function table(rows: readonly (readonly string[])[]): string {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
