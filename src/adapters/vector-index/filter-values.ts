/**
 * The form in which texts stand in filter fields and filters alike: only letters, digits and `~_-.%`, so that no value
 * can end a literal, carry an operator or be trimmed to another one.
 */
export function encodeValue(value: string): string {
  return encodeURIComponent(value.toWellFormed()).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
}

export function decodeValue(value: string): string {
  return decodeURIComponent(value);
}
