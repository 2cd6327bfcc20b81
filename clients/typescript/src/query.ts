/**
 * Query parameters as the API reads them: lists are repeated, and objects are in brackets, at any depth. Commas in the
 * entries of a list of a filter are escaped, as they would separate entries.
 */
export function writeQuery(query: Readonly<Record<string, unknown>>): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) append(parameters, name, value);
  return parameters.toString();
}

function append(parameters: URLSearchParams, name: string, value: unknown): void {
  if (value === undefined || value === null) return;
  if (value instanceof Date) parameters.append(name, value.toISOString());
  else if (Array.isArray(value)) {
    for (const [index, each] of value.entries()) {
      append(parameters, isGroup(each) ? `${name}[${index}]` : name, name.startsWith('filter[') ? escaped(each) : each);
    }
  } else if (typeof value === 'object') {
    for (const [key, each] of Object.entries(value)) append(parameters, `${name}[${key}]`, each);
  } else if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') {
    parameters.append(name, String(value));
  }
}

function escaped(entry: unknown): unknown {
  return typeof entry === 'string' ? entry.replaceAll(/[\\,]/g, '\\$&') : entry;
}

/** A group of conditions below `and` or `or`. */
function isGroup(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !(value instanceof Date);
}
