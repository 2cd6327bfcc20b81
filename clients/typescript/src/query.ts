/** Query parameters as the API reads them: lists are repeated, and objects are in brackets, at any depth. */
export function writeQuery(query: Readonly<Record<string, unknown>>): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) append(parameters, name, value);
  return parameters.toString();
}

function append(parameters: URLSearchParams, name: string, value: unknown): void {
  if (value === undefined || value === null) return;
  if (value instanceof Date) parameters.append(name, value.toISOString());
  else if (Array.isArray(value)) {
    for (const [index, each] of value.entries()) append(parameters, isGroup(each) ? `${name}[${index}]` : name, each);
  } else if (typeof value === 'object') {
    for (const [key, each] of Object.entries(value)) append(parameters, `${name}[${key}]`, each);
  } else if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') {
    parameters.append(name, String(value));
  }
}

/** A group of conditions below `and` or `or`. */
function isGroup(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !(value instanceof Date);
}
