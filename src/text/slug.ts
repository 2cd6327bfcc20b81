import anyAscii from 'any-ascii';

/** Maximum length of a generated slug. */
export const GENERATED_SLUG_LENGTH = 96;
/** Maximum length of a slug given by a caller: imported content has long ones. */
export const MAX_SLUG_LENGTH = 200;

/**
 * Converts text to a slug of lower-case letters, digits and single hyphens, at most 96 characters, cut between words if
 * that keeps more than half. All scripts are romanised (`Straße` → `strasse`, `Привет` → `privet`, `中文` → `zhong-wen`).
 * Text without any letter or digit gives the fallback, which must be a slug.
 */
export function slugify(text: string, fallback = 'untitled'): string {
  const words = anyAscii(spacedIdeographs(text.trim().slice(0, READ_LENGTH).normalize('NFKC')))
    .toLowerCase()
    .replaceAll(/['’]/g, '')
    .replaceAll(/[^a-z0-9]+/g, '-');
  return cut(withoutOuterHyphens(words), GENERATED_SLUG_LENGTH) || fallback;
}

/** Lower-case letters, digits and hyphens, starting and ending with a letter or digit, at most 200 characters. */
export function isSlug(text: string): boolean {
  return text.length <= MAX_SLUG_LENGTH && /^[a-z0-9-]+$/.test(text) && !/^-|-$/.test(text);
}

/** `slug-2` for n = 2, shortened before the number if it would exceed 96 characters. */
export function numberedSlug(slug: string, n: number): string {
  const ending = `-${n}`;
  return cut(slug, GENERATED_SLUG_LENGTH - ending.length) + ending;
}

/** Longer texts are cut first, so that a huge title costs nothing. */
const READ_LENGTH = 1000;

/** Chinese and Japanese have no spaces, so every ideograph becomes a separate word. */
function spacedIdeographs(text: string): string {
  return text.replaceAll(/\p{Script=Han}/gu, ' $& ');
}

function cut(slug: string, length: number): string {
  if (slug.length <= length) return slug;
  const lastBreak = slug.lastIndexOf('-', length);
  return withoutOuterHyphens(slug.slice(0, lastBreak > length / 2 ? lastBreak : length));
}

function withoutOuterHyphens(text: string): string {
  return text.replaceAll(/^-+|-+$/g, '');
}
