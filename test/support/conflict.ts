/** What an error says about the value of a field that another resource has. */
export function conflictAt(field: string, error: string) {
  return { error, details: [{ field, message: error }] };
}
