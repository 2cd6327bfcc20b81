/**
 * Text as searches compare it: case and accents gone, so that `STRASSE` finds `Straße`, `lodz` finds `Łódź` and
 * `istanbul` finds both `İstanbul` and `ıstanbul`. Width and ligature variants become plain, runs of white space one
 * space, with none at the ends. Stored as the search column and applied to the query alike; folding twice changes
 * nothing. Vowel signs of scripts that spell with them (Devanagari, Thai), and Japanese voicing marks, stay.
 */
export function fold(text: string): string {
  const letters = withoutAccents(text.normalize('NFKD'));
  // Upper case alone spells out ß as SS and brings both Turkish i's to I; lower case before it knows the capital ẞ.
  const folded = withoutAccents(letters.toLowerCase().toUpperCase().toLowerCase().normalize('NFKD'));
  return folded
    .replaceAll(/[ςæœøłđðþħŧƒ‘’“”]/g, (letter) => PLAIN[letter] ?? letter)
    .normalize('NFKC')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

/** Letters that Unicode does not take apart, though readers type them plain; the sigma of a word's end; and quotes. */
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

/** Marks shared by scripts are accents, as are Hebrew points; soft hyphens are as invisible. */
const ACCENTS = /(?![\u3099\u309a])\p{Script=Inherited}|(?=\p{Script=Hebrew})\p{M}|\u00ad/gu;

function withoutAccents(text: string): string {
  return text.replaceAll(ACCENTS, '');
}
