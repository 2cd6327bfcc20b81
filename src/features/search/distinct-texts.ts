/** Share of their words that two texts have in common from which on they say the same. */
const MIN_OVERLAP = 0.9;

/**
 * Collects texts without near-duplicates: texts that share 90 % of their words, unless they differ in a word with a
 * digit, such as a version or a size.
 */
export class DistinctTexts {
  private readonly texts: ReadonlySet<string>[] = [];
  private readonly minWords: number;

  /** @param minWords number of different words of texts that are compared; shorter ones are all kept */
  constructor(minWords: number) {
    this.minWords = minWords;
  }

  /** False for a near-duplicate of one that was added before. */
  add(text: string): boolean {
    const words = new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu));
    if (words.size >= this.minWords && this.texts.some((other) => isNearDuplicate(words, other))) return false;
    this.texts.push(words);
    return true;
  }
}

function isNearDuplicate(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  const [smaller, larger] = one.size < other.size ? [one, other] : [other, one];
  // The overlap cannot be larger than this ratio.
  if (smaller.size < MIN_OVERLAP * larger.size) return false;
  const shared = smaller.intersection(larger).size;
  if (shared < MIN_OVERLAP * (larger.size + smaller.size - shared)) return false;
  return ![...one.symmetricDifference(other)].some((word) => /\d/.test(word));
}
