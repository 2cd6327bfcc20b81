/** Values of a form that differ from its first ones; of an object such as the custom fields, those of its parts. */
export type Changes = Readonly<Record<string, unknown>>;

/** What was typed. A value that is gone is null. @param secrets names of values that are left out */
export function changesBetween(before: object, after: object, secrets: readonly string[] = []): Changes {
  return differences(before, after, (one, other, name) => {
    if (secrets.includes(name)) return undefined;
    return isObject(one) && isObject(other) ? emptyToUndefined(differences(one, other, (_, part) => part)) : other;
  });
}

/** The values with the changes that were made to others. */
export function withChanges<Values extends object>(values: Values, changes: Changes): Values {
  const all = values as Readonly<Record<string, unknown>>;
  const changed = Object.entries(changes).map(([name, change]) => {
    const value = all[name];
    return [name, isObject(value) && isObject(change) ? { ...value, ...change } : change];
  });
  return { ...values, ...Object.fromEntries(changed) };
}

export function isEmpty(changes: Changes): boolean {
  return Object.keys(changes).length === 0;
}

type Choose = (before: unknown, after: unknown, name: string) => unknown;

function differences(before: object, after: object, choose: Choose): Changes {
  const [one, other] = [before, after] as readonly Readonly<Record<string, unknown>>[];
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  const pairs = [...names]
    .map((name) => [name, one?.[name] ?? null, other?.[name] ?? null] as const)
    .filter(([, was, is]) => was !== is && JSON.stringify(was) !== JSON.stringify(is))
    .map(([name, was, is]) => [name, choose(was, is, name)] as const);
  return Object.fromEntries(pairs.filter(([, value]) => value !== undefined));
}

function emptyToUndefined(changes: Changes): Changes | undefined {
  return isEmpty(changes) ? undefined : changes;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
