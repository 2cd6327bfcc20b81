const UNSTORABLE = /\0|\p{Surrogate}/u;

/** PostgreSQL cannot store NUL or unpaired surrogates. */
export function isStorableText(text: string): boolean {
  return !UNSTORABLE.test(text);
}

/** JSON without characters that PostgreSQL cannot store. */
export function storable(value: unknown): unknown {
  if (typeof value === 'string') return storableText(value);
  if (Array.isArray(value)) return value.map(storable);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [storableText(name), storable(inner)]));
}

export function storableText(text: string): string {
  return text.replaceAll('\0', '').toWellFormed();
}
