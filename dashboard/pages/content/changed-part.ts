import { textOfValue } from './text-of-value.ts';

/** Characters shown of what two texts have in common before and after the part that differs. */
const CONTEXT = 80;

export interface ChangedPart {
  start: string;
  before: string;
  after: string;
  end: string;
}

/** Where two values differ as text, from word to word, with a little of what is around it. */
export function changedPart(before: unknown, after: unknown): ChangedPart {
  const [one, other] = [wordsOf(before), wordsOf(after)];
  const max = Math.min(one.length, other.length);
  let start = 0;
  while (start < max && one[start] === other[start]) start++;
  let end = 0;
  while (end < max - start && one.at(-1 - end) === other.at(-1 - end)) end++;
  return {
    start: shortened(one.slice(0, start).join(''), -CONTEXT),
    before: one.slice(start, one.length - end).join(''),
    after: other.slice(start, other.length - end).join(''),
    end: shortened(one.slice(one.length - end).join(''), CONTEXT),
  };
}

function wordsOf(value: unknown): string[] {
  return textOfValue(value).split(/(?<=\s)/);
}

/** The first characters, or the last ones if there is a minus. */
function shortened(text: string, length: number): string {
  if (text.length <= Math.abs(length)) return text;
  return length < 0 ? `…${text.slice(length)}` : `${text.slice(0, length)}…`;
}
