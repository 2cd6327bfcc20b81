import { ServiceError } from '../shared/errors.ts';

/** `character_not_in_repertoire` and `untranslatable_character`: PostgreSQL's text, JSON included, has no U+0000. */
const NUL_IN_TEXT = new Set(['22021', '22P05']);

/** `protocol_violation`: MikroORM writes values into its statements, and U+0000 ends a statement in the midst of its message. */
const NUL_IN_STATEMENT = { code: '08P01', message: 'invalid message format' };

/**
 * What the caller is told of an error of PostgreSQL that only its input can cause; undefined for any other error.
 * A text with U+0000 matches nothing and fits nowhere, so it is refused here once rather than at every place that reads one.
 */
export function refusalOf(error: unknown): ServiceError | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  const { message } = error instanceof Error ? error : { message: '' };
  const isCutShort = code === NUL_IN_STATEMENT.code && message === NUL_IN_STATEMENT.message;
  return isCutShort || NUL_IN_TEXT.has(String(code))
    ? new ServiceError('BAD_REQUEST', 'Text must not contain the character U+0000', {}, { cause: error })
    : undefined;
}
