/** The same object with some of its methods replaced. */
export function withOverrides<T extends object>(target: T, methods: Partial<T>): T {
  return new Proxy(target, {
    get(_target, name) {
      if (Object.hasOwn(methods, name)) return Reflect.get(methods, name);
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}
