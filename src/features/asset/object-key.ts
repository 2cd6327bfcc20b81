import type { Database, Scope } from '../../database/database.ts';
import { exceedsLength } from '../../text/length.ts';
import { badRequest, notFound } from '../../shared/errors.ts';
import { isId, newId } from '../../shared/ids.ts';
import { GENERATED_SLUG_LENGTH, slugify } from '../../text/slug.ts';
import { fileExtension } from './file-types.ts';

/** Maximum number of folders of a path in a key. */
const MAX_SEGMENTS = 8;
/**
 * Keys are ASCII, so these are bytes too. A name in a file system has at most 255 bytes; a key in Cloud Storage at most
 * 1,024, of which `staged/` and `variants/…/w4096-h4096-q100.avif` take up to 50. A site, eight folders and a file name
 * of maximum length have 36 + 8 × 97 + 1 + 37 + 96 + 11 = 957.
 */
const MAX_SEGMENT_LENGTH = GENERATED_SLUG_LENGTH;
const MAX_KEY_LENGTH = 960;
/** The maximum length of a folder path that is parsed. */
export const MAX_FOLDER_PATH_LENGTH = 1_000;

/**
 * `<site>/<folder path>/<uuid>-<safe file name>`: letters, digits, hyphens and one dot, unique.
 * @throws ServiceError 400 naming `folder` if the key is too long for a storage
 */
export function newKey(siteId: string, folderPath: string, fileName: string): string {
  const key = `${siteId}${folderPath}/${newId()}-${safeName(fileName)}`;
  const isTooLong =
    key.length > MAX_KEY_LENGTH || folderPath.split('/').some(({ length }) => length > MAX_SEGMENT_LENGTH);
  if (isTooLong) throw badRequest('folder', `folder must have names of at most ${MAX_SEGMENT_LENGTH} characters`);
  return key;
}

/** The prefix of a file until its content is checked. Nothing is served from there. */
export function stagedKey(key: string): string {
  return `staged/${key}`;
}

/** The prefix of the parts of a resumable upload. Nothing is served from there. */
export function partsKey(key: string): string {
  return `parts/${key}`;
}

/** Returns the site of a key. */
export function siteOfKey(key: string): string {
  return key.split('/', 1)[0] ?? '';
}

/** The scope of the site in the key: row-level security excludes files of other sites. @throws ServiceError 404 */
export function scopeOfKey(database: Database, key: string): Scope {
  const siteId = siteOfKey(key);
  if (!isId(siteId)) throw notFound('File');
  return database.forSite(siteId, 'signed URL');
}

/**
 * Converts a path given by a caller to a folder path: `Photos/../2026 ` → `/photos/2026`; empty for the root.
 * @throws ServiceError 400 naming `folder` if it is longer than any folder path
 */
export function folderPath(text: string): string {
  if (exceedsLength(text, MAX_FOLDER_PATH_LENGTH)) {
    throw badRequest('folder', `folder must have at most ${MAX_FOLDER_PATH_LENGTH} characters`);
  }
  return text
    .split(/[/\\]/)
    .map((segment) => (/^[a-z0-9-]+$/.test(segment) ? segment : slugify(segment, '')))
    .filter((segment) => segment !== '')
    .slice(0, MAX_SEGMENTS)
    .map((segment) => `/${segment}`)
    .join('');
}

function safeName(fileName: string): string {
  const extension = fileExtension(fileName);
  const base = extension === '' ? fileName : fileName.slice(0, -extension.length - 1);
  return `${slugify(base, 'file').slice(0, GENERATED_SLUG_LENGTH)}.${extension}`;
}
