/** Every part may be absent, which keeps it, or null, which takes its default. */
type Loose<V> = V extends readonly unknown[] | Date
  ? V
  : V extends object
    ? { [P in keyof V]?: V[P] | null | undefined }
    : V;

/** What an update may say of a row: nothing that the row does not have. */
export type Patch<T> = { readonly [K in keyof T]?: Loose<NonNullable<T[K]>> | null | undefined };

/**
 * What an update changes of a row: absent keeps, null takes the default (none: null), and the objects named in `merge`
 * are patched in the same way, part by part; a part without value and default is left out.
 * @returns the changed properties only, to be assigned to the row
 */
export function patch<T extends object, I extends Patch<T>>(
  current: T,
  input: I & Record<Exclude<keyof I, keyof T>, never>,
  defaults: Partial<T>,
  { merge = [] }: { merge?: readonly (keyof T)[] } = {},
): Partial<T> {
  const changes: Partial<T> = {};
  for (const name of Object.keys(input) as (keyof T & keyof I)[]) {
    const value: unknown = input[name];
    if (value === undefined) continue;
    const byDefault: unknown = defaults[name] ?? null;
    changes[name] = (
      merge.includes(name) ? mergeParts(current[name], value, byDefault) : (value ?? byDefault)
    ) as T[typeof name];
  }
  return changes;
}

/** What a new row has: what the input says, as a patch of the defaults. */
export function withDefaults<T extends object, I extends Patch<T>>(
  defaults: T,
  input: I & Record<Exclude<keyof I, keyof T>, never>,
  options: { merge?: readonly (keyof T)[] } = {},
): T {
  return { ...defaults, ...patch(defaults, input, defaults, options) };
}

function mergeParts(current: unknown, input: unknown, defaults: unknown): unknown {
  if (input === null) return defaults;
  const byDefault = (defaults ?? {}) as Record<string, unknown>;
  const merged = { ...(current ?? byDefault) } as Record<string, unknown>;
  for (const [name, value] of Object.entries(input as object)) {
    if (value !== undefined) merged[name] = value ?? byDefault[name];
  }
  return Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== undefined && value !== null));
}
