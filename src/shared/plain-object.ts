/** The value of an entry of its own, or null: other objects have `constructor` and the like from their prototype. */
export function ownValue(object: Readonly<Record<string, unknown>>, name: string): unknown {
  return Object.hasOwn(object, name) ? (object[name] ?? null) : null;
}

/** Tells whether a value is an object with entries: neither null nor a list. */
export function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
