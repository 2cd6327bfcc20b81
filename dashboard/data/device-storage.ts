/** The storage of the browser for this origin. Where it is full or forbidden nothing is stored, and nothing fails. */
export const deviceStorage = {
  read: (key: string): string | null => attempt(() => localStorage.getItem(key)) ?? null,
  /** @returns whether it is stored */
  write: (key: string, value: string): boolean =>
    attempt(() => {
      localStorage.setItem(key, value);
      return true;
    }) ?? false,
  remove: (key: string): void => attempt(() => localStorage.removeItem(key)),
  keys: (): string[] => attempt(() => Object.keys(localStorage)) ?? [],
};

function attempt<T>(use: () => T): T | undefined {
  try {
    return use();
  } catch {
    return undefined;
  }
}
