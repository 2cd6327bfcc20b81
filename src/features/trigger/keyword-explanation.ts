import { KeywordMatcher } from './keyword-matcher.ts';
import { type Alternative, comparable, parseKeywordPattern } from './keyword-pattern.ts';

/** What of an alternative of a pattern a message has. */
export interface AlternativeMatch {
  /** Whether the alternative is compared with the whole message. */
  isWholeMessage: boolean;
  isMatched: boolean;
  found: string[];
  missing: string[];
}

/** For each pattern its alternatives, those that match first. Reads the message once, however many patterns there are. */
export function explainPatterns(patterns: readonly string[], message: string): AlternativeMatch[][] {
  const parsed = patterns.map(parseKeywordPattern);
  const phrases = [...new Set(parsed.flat().flatMap((alternative) => ('all' in alternative ? alternative.all : [])))];
  const matcher = new KeywordMatcher(phrases, (phrase) => [{ all: [phrase] }]);
  const found = new Set(matcher.match(message).map((index) => phrases[index]));
  const text = comparable(message);
  const explain = (alternative: Alternative): AlternativeMatch => {
    const isWholeMessage = 'exact' in alternative;
    const parts = isWholeMessage ? [alternative.exact] : alternative.all;
    const occurs = (part: string) => (isWholeMessage ? part === text : found.has(part));
    const missing = parts.filter((part) => !occurs(part));
    return { isWholeMessage, isMatched: missing.length === 0, found: parts.filter(occurs), missing };
  };
  return parsed.map((alternatives) =>
    alternatives.map(explain).toSorted((one, other) => Number(other.isMatched) - Number(one.isMatched)),
  );
}
