/** Line breaks, other control characters, and the marks that embed or reverse text of another direction. */
const BREAKS = String.raw`\u0001-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069`;

/** A text that `oneLine` would not change but for its spaces, if it can be stored. */
export const ONE_LINE_PATTERN = new RegExp(`^[^${BREAKS}]*$`, 'u');

const OTHERS = new RegExp(String.raw`[\0\p{Surrogate}${BREAKS}]+`, 'gu');

/** The text in one line: what does not belong in one becomes a space. */
export function oneLine(text: string): string {
  return text.replaceAll(OTHERS, ' ').replaceAll(/\s+/g, ' ').trim();
}

/** One line of at most this number of characters, the last of which is an ellipsis if it is cut. */
export function shortLine(text: string, maxLength: number): string {
  const characters = Array.from(oneLine(text));
  return characters.length <= maxLength ? characters.join('') : `${characters.slice(0, maxLength - 1).join('')}…`;
}

/** Zero-width, and part of no URL. */
const SEPARATOR = '\u200c';

/** The same to read, without anything that mail programs show as a link: a URL, a host or an email address. */
export function withoutLinks(text: string): string {
  return text.replaceAll(/(?<=\S)[.:@/](?=\S)/gu, (character) => SEPARATOR + character);
}
