/** A `Map` or a `WeakMap`. */
interface Store<K, V> {
  get(key: K): V | undefined;
  set(key: K, value: V): unknown;
}

/** Returns the value of a key. A missing one is made and added. */
export function getOrAdd<K, V>(store: Store<K, V>, key: K, make: () => V): V {
  const existing = store.get(key);
  if (existing !== undefined) return existing;
  const added = make();
  store.set(key, added);
  return added;
}
