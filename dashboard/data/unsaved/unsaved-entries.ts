import { deviceStorage } from '../device-storage.ts';
import type { Changes } from './changes.ts';

/** Whose form it is: nobody else is ever offered what is stored for it. */
export interface FormPlace {
  user: string;
  site: string;
  /** Such as `persona`. */
  kind: string;
  /** Of what is edited; empty for a form that makes something new, or of which a site has one. */
  id: string;
}

/** What was typed into one form and not saved. */
export interface UnsavedEntry {
  /** Names the entry in the storage. */
  key: string;
  /** ISO 8601. */
  typedAt: string;
  /** The revision that the form began with. */
  base: string;
  /** The heading of the page with the form. */
  title: string;
  /** The address of that page. */
  path: string;
  changes: Changes;
}

const PREFIX = 'lectern-unsaved';
const MAX_AGE_MS = 30 * 86_400_000;
/** Characters. A browser keeps some five million for an origin. */
const MAX_ENTRY_LENGTH = 2_000_000;
const MAX_TOTAL_LENGTH = 4_000_000;
const MAX_ENTRIES = 100;

/** @param form differs between two forms of the same place that are open, or were left, at the same time */
export function entryKey({ user, site, kind, id }: FormPlace, form: string): string {
  return [PREFIX, ...[user, site, kind, id, form].map(encodeURIComponent)].join('/');
}

/** Those of a place, latest first. */
export function readEntries(place: FormPlace): UnsavedEntry[] {
  return entriesBelow(entryKey(place, ''));
}

/** Those of all forms of a site. */
export function readEntriesOfSite(user: string, site: string): UnsavedEntry[] {
  return entriesBelow(`${userPrefix(user)}${encodeURIComponent(site)}/`);
}

function entriesBelow(prefix: string): UnsavedEntry[] {
  return storedEntries()
    .filter(({ key }) => key.startsWith(prefix))
    .toSorted((one, other) => other.typedAt.localeCompare(one.typedAt));
}

/** Removes what is too old or too much, oldest first. @returns whether it is stored */
export function writeEntry({ key, ...entry }: UnsavedEntry): boolean {
  const value = JSON.stringify(entry);
  if (value.length > MAX_ENTRY_LENGTH) {
    removeEntry(key);
    return false;
  }
  const others = storedEntries()
    .filter((other) => other.key !== key)
    .toSorted((one, other) => one.typedAt.localeCompare(other.typedAt));
  let total = value.length + others.reduce((sum, { length }) => sum + length, 0);
  while (others.length >= MAX_ENTRIES || total > MAX_TOTAL_LENGTH) total -= removeFirst(others);
  while (!deviceStorage.write(key, value)) {
    // Another part of the page, or the browser, may have filled it.
    if (others.length === 0) return false;
    removeFirst(others);
  }
  return true;
}

export function removeEntry(key: string): void {
  deviceStorage.remove(key);
}

/** How many forms a user has left with something in them. */
export function countEntries(user: string): number {
  return entriesBelow(userPrefix(user)).length;
}

export function removeEntriesOf(user: string): void {
  for (const key of deviceStorage.keys()) if (key.startsWith(userPrefix(user))) removeEntry(key);
}

function userPrefix(user: string): string {
  return `${PREFIX}/${encodeURIComponent(user)}/`;
}

interface StoredEntry extends UnsavedEntry {
  length: number;
}

/** Without those that are too old or damaged, which are removed. */
function storedEntries(): StoredEntry[] {
  const keys = deviceStorage.keys().filter((key) => key.startsWith(`${PREFIX}/`));
  return keys.flatMap((key) => {
    const value = deviceStorage.read(key) ?? '';
    const entry = parseEntry(value);
    if (entry) return { ...entry, key, length: value.length };
    removeEntry(key);
    return [];
  });
}

function parseEntry(value: string): Omit<UnsavedEntry, 'key'> | null {
  try {
    const { typedAt, base, title, path, changes } = JSON.parse(value) as Partial<UnsavedEntry>;
    const age = Date.now() - Date.parse(String(typedAt));
    if (!(age < MAX_AGE_MS) || typeof changes !== 'object') return null;
    return { typedAt: String(typedAt), base: String(base), title: String(title), path: String(path), changes };
  } catch {
    return null;
  }
}

function removeFirst(entries: StoredEntry[]): number {
  const [first] = entries.splice(0, 1);
  if (first) removeEntry(first.key);
  return first?.length ?? 0;
}
