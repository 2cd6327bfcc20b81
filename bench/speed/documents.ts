/** A text document as callers add it. */
export interface NewDocument {
  title: string;
  content: string;
}

const SYLLABLES = [
  'ba',
  'ker',
  'lo',
  'min',
  'tra',
  'sel',
  'von',
  'di',
  'qua',
  'res',
  'pon',
  'tu',
  'gle',
  'fir',
  'shan',
  'em',
];
const VOCABULARY = 5_000;
const WORDS_A_PARAGRAPH = 120;
const PARAGRAPHS = 5;

/** The n-th of any number of documents, each always the same: five paragraphs, about 4,000 characters. */
export function documentOf(n: number): NewDocument {
  const next = numbersFrom(n + 1);
  // Few words are frequent and most are rare, as in texts.
  const word = (): string => WORDS[Math.floor(VOCABULARY * next() ** 3)] ?? '';
  const paragraphs = Array.from(
    { length: PARAGRAPHS },
    () => `${Array.from({ length: WORDS_A_PARAGRAPH }, word).join(' ')}.`,
  );
  return { title: `Document ${n} ${word()} ${word()}`, content: paragraphs.join('\n\n') };
}

const WORDS = Array.from({ length: VOCABULARY }, (_, n) => {
  const next = numbersFrom(n * 7919 + 13);
  const length = 2 + Math.floor(next() * 3);
  return Array.from({ length }, () => SYLLABLES[Math.floor(next() * SYLLABLES.length)]).join('');
});

/** Numbers from 0 to 1 that look random and are the same for a seed. */
function numbersFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x9e3779b9) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 16), 0x21f0aaad);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32;
  };
}
