import { textFormat } from '../../shared/bounds.ts';
import { LABEL_LENGTH } from '../../shared/checks.ts';
import { badRequest } from '../../shared/errors.ts';

export const LANGUAGE_CODE = textFormat(
  /^[A-Za-z]{2,3}([-_][A-Za-z0-9]{2,8})*$/,
  LABEL_LENGTH,
  'must be an ISO language code',
);
const MAX_FALLBACKS = 10;

export interface LanguageRequest {
  /** The preferred language; null or missing for any. */
  language?: string | null | undefined;
  /** Languages in the order in which they are tried where there is no item in `language`. */
  fallback?: readonly string[] | null | undefined;
}

/**
 * Writes a code as RFC 5646 does, which is how codes are stored and compared: `de-AT` for `DE_at`, `zh-Hant-TW` for `zh-hant-tw`.
 * See decision 103.
 */
export function canonicalLanguage(code: string): string {
  const [language = '', ...subtags] = code.toLowerCase().split(/[-_]/);
  return [language, ...subtags.map(canonicalSubtag)].join('-');
}

function canonicalSubtag(subtag: string): string {
  if (/^[a-z]{2}$/.test(subtag)) return subtag.toUpperCase();
  return /^[a-z]{4}$/.test(subtag) ? subtag.charAt(0).toUpperCase() + subtag.slice(1) : subtag;
}

/**
 * The languages in the order in which they are wanted, without texts that are no language code, as no item has them; null
 * for any.
 */
export function preferredLanguages({ language, fallback }: LanguageRequest): readonly string[] | null {
  const others = fallback ?? [];
  if (others.length > MAX_FALLBACKS) throw badRequest('fallback', `fallback has at most ${MAX_FALLBACKS} languages`);
  if (others.length > 0 && language == null) throw badRequest('fallback', 'fallback needs language');
  if (language == null) return null;
  return [...new Set([language, ...others].filter(LANGUAGE_CODE.matches).map(canonicalLanguage))];
}
