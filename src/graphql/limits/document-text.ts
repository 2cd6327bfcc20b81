import { GraphQLError, Lexer, Source, TokenKind } from 'graphql';
import { Counts } from '../../shared/http/holder-counts.ts';
import { GRAPHQL_LIMITS, tooComplex, withStatus } from './complexity.ts';

/**
 * Checks the tokens of a document, so that neither the parser nor the validation gets input that takes them seconds:
 * both recurse into brackets, and the validation compares fields of the same name in pairs.
 * @throws GraphQLError QUERY_TOO_COMPLEX, HTTP status 400
 */
export function assertDocumentTextWithinLimits(text: string): void {
  const names = new Counts();
  let pairs = 0;
  let brackets = 0;
  let parentheses = 0;
  let tokens = 0;
  for (const { kind, value } of tokenize(text)) {
    // The parser stops here, in its own words.
    if (++tokens > GRAPHQL_LIMITS.tokens) return;
    if (OPENING_TOKENS.has(kind) && ++brackets > GRAPHQL_LIMITS.brackets) {
      throw limitError('brackets', (max) => `The document nests brackets more than ${max} deep`);
    }
    if (CLOSING_TOKENS.has(kind)) brackets -= 1;
    if (kind === TokenKind.PAREN_L) parentheses += 1;
    if (kind === TokenKind.PAREN_R) parentheses -= 1;
    // Names inside arguments are not compared with each other.
    if (kind === TokenKind.NAME && parentheses === 0) pairs += names.add(value, 1) - 1;
    if (pairs > GRAPHQL_LIMITS.namePairs) {
      throw limitError('namePairs', () => `The document repeats names too often, such as "${value}"`);
    }
  }
}

const OPENING_TOKENS: ReadonlySet<TokenKind> = new Set([TokenKind.BRACE_L, TokenKind.BRACKET_L, TokenKind.PAREN_L]);
const CLOSING_TOKENS: ReadonlySet<TokenKind> = new Set([TokenKind.BRACE_R, TokenKind.BRACKET_R, TokenKind.PAREN_R]);

/** Ends at the first character that is no GraphQL: the parser reports it. */
function* tokenize(text: string) {
  const lexer = new Lexer(new Source(text));
  try {
    while (lexer.advance().kind !== TokenKind.EOF) yield lexer.token;
  } catch (error) {
    if (!(error instanceof GraphQLError)) throw error;
  }
}

function limitError(limit: 'brackets' | 'namePairs', message: (max: number) => string): GraphQLError {
  const max = GRAPHQL_LIMITS[limit];
  return withStatus(tooComplex(message(max), { limit, max }, null));
}
