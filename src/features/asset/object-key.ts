import { newId } from '../../shared/ids.ts';
import { MADE_SLUG_LENGTH, slugify } from '../../shared/slug.ts';
import { extensionOf } from './file-types.ts';

/** Folders deep that a path in a key may go. */
const MOST_SEGMENTS = 8;

/** `<site>/<folder path>/<uuid>-<safe file name>`: of letters, digits, hyphens and one dot, and never the same again. */
export function newKey(siteId: string, folderPath: string, fileName: string): string {
  return [siteId, ...segmentsOf(folderPath), `${newId()}-${safeName(fileName)}`].join('/');
}

/** The site that a key belongs to. */
export function siteOfKey(key: string): string {
  return key.split('/', 1)[0] ?? '';
}

/** A path as a caller writes it, as that of a folder: `Photos/../2026 ` → `/photos/2026`; empty for the root. */
export function folderPath(text: string): string {
  return segmentsOf(text)
    .map((segment) => `/${segment}`)
    .join('');
}

function segmentsOf(path: string): string[] {
  return path
    .split(/[/\\]/)
    .map((segment) => (/^[a-z0-9-]+$/.test(segment) ? segment : slugify(segment, '')))
    .filter((segment) => segment !== '')
    .slice(0, MOST_SEGMENTS);
}

function safeName(fileName: string): string {
  const extension = extensionOf(fileName);
  const base = extension === '' ? fileName : fileName.slice(0, -extension.length - 1);
  return `${slugify(base, 'file').slice(0, MADE_SLUG_LENGTH)}.${extension}`;
}
