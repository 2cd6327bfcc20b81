/**
 * Encodes text for filter fields and filters: only letters, digits and `~_-.%`, so that no value can end a literal,
 * contain an operator or be trimmed to another value.
 */
export function encodeValue(value: string): string {
  return encodeURIComponent(value.toWellFormed()).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
}

export function decodeValue(value: string): string {
  return decodeURIComponent(value);
}
