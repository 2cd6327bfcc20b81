/**
 * Folds text for searching: case and accents are removed, so that `STRASSE` finds `Straße`, `lodz` finds `Łódź` and
 * `istanbul` finds both `İstanbul` and `ıstanbul`. Width and ligature variants are normalized, white space is reduced
 * to single spaces and trimmed. Applied to the search column and to the query; folding twice changes nothing. Vowel
 * signs (Devanagari, Thai) and Japanese voicing marks are kept.
 */
export function fold(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase().replaceAll(/\s+/g, ' ').trim();
  const letters = withoutAccents(text.normalize('NFKD'));
  // Upper case alone converts ß to SS and both Turkish i's to I; lower case before it converts the capital ẞ.
  const folded = withoutAccents(letters.toLowerCase().toUpperCase().toLowerCase().normalize('NFKD'));
  return folded
    .replaceAll(/[ςæœøłđðþħŧƒ‘’“”]/g, (letter) => PLAIN[letter] ?? letter)
    .normalize('NFKC')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

/** The words of a list, folded. */
export function wordSet(list: string): ReadonlySet<string> {
  return new Set(fold(list).split(' '));
}

/** Most texts: only their case and white space can change. */
const ASCII = /^[\t\n\r -~]*$/;

/** Letters that Unicode does not decompose, although readers type them plain; final sigma; and quotes. */
const PLAIN: Readonly<Record<string, string>> = {
  ς: 'σ',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ħ: 'h',
  ŧ: 't',
  ƒ: 'f',
  '‘': "'",
  '’': "'",
  '“': '"',
  '”': '"',
};

/** The combining marks shared by scripts, Hebrew points, and invisible soft hyphens. */
const ACCENTS = /(?![\u3099\u309a])\p{Script=Inherited}|(?=\p{Script=Hebrew})\p{M}|\u00ad/gu;

function withoutAccents(text: string): string {
  return text.replaceAll(ACCENTS, '');
}
