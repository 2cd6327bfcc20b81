/** Lower-case letters, digits and hyphens; `Größe 2` becomes `groesse-2`. */
export function slugOf(name: string): string {
  const letters: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', ß: 'ss' };
  return name
    .toLowerCase()
    .replaceAll(/[äöüß]/g, (letter) => letters[letter] ?? '')
    .normalize('NFD')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 90);
}
