import { fold } from '../../text/folding.ts';

export interface ScreenText {
  time: number;
  text: string;
}

/** Characters of all texts of a part together. */
const MAX_LENGTH = 4_000;
const MAX_TEXTS = 100;
/** Share of common words above which two texts are the same one, read or cut differently. */
const SAME_TEXT = 0.8;

/** Each text once, at its first time, within the bounds of the port. */
export function distinctTexts(texts: readonly ScreenText[]): ScreenText[] {
  const entries: { entry: ScreenText; words: ReadonlySet<string> }[] = [];
  let room = MAX_LENGTH;
  for (const { time, text: raw } of texts.toSorted((one, other) => one.time - other.time)) {
    const text = raw.replaceAll(/\s+/g, ' ').trim().slice(0, room).toWellFormed();
    const words = new Set(fold(text.toLowerCase()).match(/[\p{L}\p{N}]+/gu));
    if (words.size === 0 || entries.some((other) => isSame(other.words, words))) continue;
    entries.push({ entry: { time, text }, words });
    room -= text.length;
    if (room <= 0 || entries.length === MAX_TEXTS) break;
  }
  return entries.map(({ entry }) => entry);
}

/** A part of a text that is known, such as a line that disappears, says nothing new either. */
function isSame(earlierWords: ReadonlySet<string>, words: ReadonlySet<string>): boolean {
  return words.intersection(earlierWords).size >= SAME_TEXT * words.size;
}
