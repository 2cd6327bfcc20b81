/** Every part may be undefined, which keeps its value, or null, which restores its default. */
type Loose<V> = V extends readonly unknown[] | Date
  ? V
  : V extends object
    ? { [P in keyof V]?: V[P] | null | undefined }
    : V;

/** The fields of an update that the row has. */
export type Patch<T> = { readonly [K in keyof T]?: Loose<NonNullable<T[K]>> | null | undefined };

/** The default values of a row; a nullable property without an entry has null. */
export type Defaults<T> = { [K in keyof T as null extends T[K] ? never : K]: T[K] } & {
  [K in keyof T as null extends T[K] ? K : never]?: T[K];
};

interface PatchOptions<T> {
  /** Objects that are patched recursively. */
  merge?: readonly (keyof T)[];
  /** Objects that are replaced. In both, a part without value and default is removed. */
  replace?: readonly (keyof T)[];
}

/**
 * The changes of an update to a row: undefined keeps, null restores the default (or null without one), and the objects
 * named in `merge` are patched recursively.
 * @returns the changed properties only, to be assigned to the row
 */
export function patch<T extends object, I extends Patch<T>>(
  current: T,
  input: I & Record<Exclude<keyof I, keyof T>, never>,
  defaults: Partial<T>,
  { merge = [], replace = [] }: PatchOptions<T> = {},
): Partial<T> {
  const changes: Partial<T> = {};
  for (const name of Object.keys(input) as (keyof T & keyof I)[]) {
    const value: unknown = input[name];
    if (value === undefined) continue;
    const fallback: unknown = defaults[name] ?? null;
    const hasParts = merge.includes(name) || replace.includes(name);
    const part = merge.includes(name) ? current[name] : {};
    changes[name] = (hasParts ? mergeParts(part, value, fallback) : (value ?? fallback)) as T[typeof name];
  }
  return changes;
}

/** The properties of a new row: the input as a patch of the defaults. */
export function withDefaults<T extends object, I extends Patch<T>>(
  defaults: T,
  input: I & Record<Exclude<keyof I, keyof T>, never>,
  options: PatchOptions<T> = {},
): T {
  return { ...defaults, ...patch(defaults, input, defaults, options) };
}

function mergeParts(current: unknown, input: unknown, defaults: unknown): unknown {
  if (input === null) return defaults;
  const fallback = (defaults ?? {}) as Record<string, unknown>;
  const merged = { ...(current ?? fallback) } as Record<string, unknown>;
  for (const [name, value] of Object.entries(input as object)) {
    if (value !== undefined) merged[name] = value ?? fallback[name];
  }
  return Object.fromEntries(Object.entries(merged).filter(([name, value]) => (value ?? fallback[name]) !== undefined));
}
