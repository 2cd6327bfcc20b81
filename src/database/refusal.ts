import { ServiceError } from '../shared/errors.ts';

/** `character_not_in_repertoire` and `untranslatable_character`: PostgreSQL's text, JSON included, has no U+0000. */
const NUL_IN_TEXT = new Set(['22021', '22P05']);

/**
 * What the caller is told of an error of PostgreSQL that only its input can cause; undefined for any other error.
 * A text with U+0000 matches nothing and fits nowhere, so it is refused here once rather than at every place that reads one.
 */
export function refusalOf(error: unknown): ServiceError | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return NUL_IN_TEXT.has(String(code))
    ? new ServiceError('BAD_REQUEST', 'Text must not contain the character U+0000', {}, { cause: error })
    : undefined;
}
