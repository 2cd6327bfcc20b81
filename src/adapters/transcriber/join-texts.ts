/** Words that the texts of two overlapping pieces can have in common. */
const MAX_COMMON_WORDS = 20;
/** The words at a cut are often understood wrongly, in either piece. */
const MAX_CUT_WORDS = 2;

interface Token {
  word: string;
  start: number;
  end: number;
}

/**
 * Removes what two texts of overlapping sound have in common from the second one, and words that were cut from both. The
 * longest common run of words at the cut counts; if there is none, both stay as they are.
 */
export function joinTexts(before: string, after: string): [before: string, after: string] {
  const [ends, begins] = [tokenize(before), tokenize(after)];
  const common = longestCommonRun(ends, begins);
  if (!common) return [before, after];
  const last = ends[ends.length - 1 - common.dropped];
  const next = begins[common.skipped + common.count];
  return [before.slice(0, tokenEnd(before, last)).trim(), next ? after.slice(next.start).trim() : ''];
}

interface Run {
  /** Words after it in the first text. */
  dropped: number;
  /** Words before it in the second text. */
  skipped: number;
  count: number;
}

function longestCommonRun(ends: readonly Token[], begins: readonly Token[]): Run | null {
  let best: Run | null = null;
  for (let dropped = 0; dropped <= MAX_CUT_WORDS; dropped++) {
    for (let skipped = 0; skipped <= MAX_CUT_WORDS; skipped++) {
      const count = commonRun(ends.slice(0, ends.length - dropped), begins.slice(skipped));
      // One word in common beside words that differ may be chance.
      const minLength = dropped + skipped === 0 ? 1 : 2;
      if (count >= minLength && count > (best?.count ?? 0)) best = { dropped, skipped, count };
    }
  }
  return best;
}

/** The largest number of words that end the one and begin the other. */
function commonRun(ends: readonly Token[], begins: readonly Token[]): number {
  for (let count = Math.min(MAX_COMMON_WORDS, ends.length, begins.length); count > 0; count--) {
    const tail = ends.slice(-count);
    if (tail.every(({ word }, position) => word === begins[position]?.word)) return count;
  }
  return 0;
}

/** The punctuation after the last word that stays is kept. */
function tokenEnd(text: string, last: Token | undefined): number {
  if (!last) return 0;
  return last.end + (/^[\p{P}]*/u.exec(text.slice(last.end))?.[0].length ?? 0);
}

/** Words, and each letter of a script without spaces. */
const TOKEN =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}])[\p{L}\p{N}\p{M}'’])+/gu;

function tokenize(text: string): Token[] {
  return [...text.matchAll(TOKEN)].map(({ 0: word, index }) => ({
    word: word.toLowerCase(),
    start: index,
    end: index + word.length,
  }));
}
