import { badRequest } from '../../shared/errors.ts';
import { LANGUAGE } from './content.types.ts';

const MAX_FALLBACKS = 10;

export interface LanguageRequest {
  /** Without it, any. */
  language?: string | null | undefined;
  /** Languages in the order in which they are tried where there is no item in `language`. */
  fallback?: readonly string[] | null | undefined;
}

/**
 * The languages in the order in which they are wanted, without texts that are no language code, as no item has them; null
 * for any.
 */
export function wantedLanguages({ language, fallback }: LanguageRequest): readonly string[] | null {
  const others = fallback ?? [];
  if (others.length > MAX_FALLBACKS) throw badRequest('fallback', `fallback has at most ${MAX_FALLBACKS} languages`);
  if (others.length > 0 && language == null) throw badRequest('fallback', 'fallback needs language');
  return language == null ? null : [...new Set([language, ...others])].filter(LANGUAGE.matches);
}
