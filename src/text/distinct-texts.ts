/** Share of their words that two texts have in common from which on they say the same. */
const MIN_OVERLAP = 0.9;
/** A single word changes what a text of fewer words says, and often it is explained by its title only. */
const MIN_WORDS = 20;

/**
 * Collects texts without near-duplicates: texts of at least 20 different words that share 90 % of them, unless they
 * differ in a word with a digit, such as a version or a size.
 */
export class DistinctTexts {
  private readonly known: ReadonlySet<string>[] = [];

  /** False for a near-duplicate of one that was added before. */
  add(text: string): boolean {
    const words = new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu));
    if (this.known.some((other) => isNearDuplicate(words, other))) return false;
    this.known.push(words);
    return true;
  }
}

function isNearDuplicate(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  const [smaller, larger] = one.size < other.size ? [one, other] : [other, one];
  // The overlap cannot be larger than this ratio.
  if (smaller.size < MIN_WORDS || smaller.size < MIN_OVERLAP * larger.size) return false;
  const missing = [...smaller].filter((word) => !larger.has(word));
  const shared = smaller.size - missing.length;
  if (shared < MIN_OVERLAP * (larger.size + missing.length)) return false;
  const added = [...larger].filter((word) => !smaller.has(word));
  return ![...missing, ...added].some((word) => /\d/.test(word));
}
