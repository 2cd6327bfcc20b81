import {
  AGENT_MARKS,
  OPENINGS,
  PASSIVES,
  type Quantifier,
  readQuantifier,
  splitAtConjunctions,
} from './language/clause-words.ts';
import { fold } from '../../../text/folding.ts';
import type { Language } from '../../../text/languages.ts';
import { NEGATIONS, removeBounds } from './language/opposites.ts';
import { type Quantity, readQuantities, readUnit } from './language/quantities.ts';
import { passageTerms } from '../../../text/terms.ts';

/** A word in its clause, with what the words around it say of it. */
export interface ClauseWord {
  folded: string;
  stem: string;
  /** Tells whether it is neither a function word nor a number. */
  isContent: boolean;
  isNegation: boolean;
  quantifier: Quantifier | undefined;
  isOpening: boolean;
  /** Tells whether it may be a noun: German ones are capitalised. */
  isNoun: boolean;
  isPassive: boolean;
  isAgentMark: boolean;
  /** The number that it is part of. */
  quantity: Quantity | undefined;
}

/** More words of a sentence are not compared. */
const MAX_WORDS = 120;

export function readClauseWords(text: string, language: Language): ClauseWord[][] {
  // Code is compared as it is written.
  const plain = removeBounds(expandNegations(text.replaceAll(/`[^`\n]+`/g, ' ')));
  let remaining = MAX_WORDS;
  return splitAtConjunctions(plain).flatMap((clause): ClauseWord[][] => {
    const quantities = readQuantities(clause, language);
    const words = passageTerms(clause, language)
      .slice(0, remaining)
      .map((term): ClauseWord => {
        const folded = fold(term.text);
        const quantity = quantities.find(({ start, end }) => term.start >= start && term.start < end);
        const negation = NEGATIONS.has(folded);
        // "Read-only" restricts nothing.
        const quantifier = clause[term.start - 1] === '-' ? undefined : readQuantifier(folded);
        return {
          folded,
          stem: term.stem,
          isContent: !term.functionWord && !negation && !quantifier && !quantity && !readUnit(term.text),
          isNegation: negation,
          quantifier,
          isOpening: OPENINGS.has(folded),
          isNoun: language !== 'de' || /^\p{Lu}/u.test(clause.slice(term.start)),
          isPassive: PASSIVES.has(folded),
          isAgentMark: AGENT_MARKS.has(folded),
          quantity,
        };
      });
    remaining -= words.length;
    return words.length > 0 ? [words] : [];
  });
}

/** "Don't" as "do not", which is a word of negation. */
function expandNegations(text: string): string {
  return text
    .replaceAll(/\bcannot\b/gi, 'can not')
    .replaceAll(/(ca)?n['’]t\b/gi, (_, can) => (can ? 'can not' : ' not'));
}
