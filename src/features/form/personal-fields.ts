import { fold } from '../../text/folding.ts';
import { isContactValue, isPersonalValue } from './personal-values.ts';
import { PERSONAL_ENDS, PERSONAL_PARTS, PERSONAL_STARTS, PERSONAL_WORDS } from './personal-words.ts';

/** Lists the names of the fields that are not personal, in order, for analytics without values. */
export function findPersonalFields(fields: Readonly<Record<string, unknown>>): string[] {
  return Object.entries(fields)
    .filter(([name, value]) => !isPersonalName(name) && !holdsPersonalValue(value))
    .map(([name]) => name.trim());
}

/** Judges by the words of the name, in any spelling: `firstName`, `first_name`, `Vor- und Nachname`, `E-Mail`, `メールアドレス`. */
function isPersonalName(name: string): boolean {
  return isContactValue(name) || splitWords(name).some(isPersonalWord);
}

/** Lists and objects are personal if anything in them is. */
function holdsPersonalValue(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(holdsPersonalValue);
  if (typeof value === 'object' && value !== null) {
    return Object.entries(value).some(([name, inner]) => isPersonalName(name) || holdsPersonalValue(inner));
  }
  return (typeof value === 'string' || typeof value === 'number') && isPersonalValue(String(value));
}

/** Split by spelling, and joined as well: `e-mail` is `e`, `mail` and `email`. */
function splitWords(name: string): string[] {
  const parted = name.replaceAll(/(\p{Ll}|\d)(?=\p{Lu})/gu, '$1 ').replaceAll(/(\p{Lu})(?=\p{Lu}\p{Ll})/gu, '$1 ');
  const words = fold(parted)
    .split(/[^\p{L}\p{M}]+/u)
    .filter((word) => word !== '');
  return [...words, words.join('')];
}

function isPersonalWord(word: string): boolean {
  return (
    PERSONAL_WORDS.has(word) ||
    PERSONAL_STARTS.some((start) => word.startsWith(start)) ||
    PERSONAL_ENDS.some((end) => word.endsWith(end)) ||
    PERSONAL_PARTS.some((part) => word.includes(part))
  );
}
