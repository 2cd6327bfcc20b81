import type { IndexedChunk } from '../../ports/vector-index.ts';
import { passageTerms } from '../../shared/terms.ts';

/** What a keyword search keeps of a chunk: what its filters look at. */
export interface KeywordEntry extends Omit<IndexedChunk, 'title' | 'text' | 'vector'> {
  /** Words that carry meaning, the title's counted by its weight. */
  length: number;
}

/** How often each term occurs in a chunk. */
export type TermCounts = ReadonlyMap<string, number>;

export interface KeywordHit {
  entry: KeywordEntry;
  /** 0..1: the part of the most that a text could score for this query. */
  score: number;
}

/** The title and section path say in few words what a chunk is about: each word there counts as often as this. */
export const TITLE_WEIGHT = 2;
/** How soon more of the same word stops to matter (BM25's k1), and how much long texts are held back (b). */
export const SATURATION = 1.5;
export const LENGTH_PENALTY = 0.75;
/** Bounds the work a hostile query can ask for. */
export const MOST_WORDS = 200;

export function countTerms(title: string, text: string): { terms: TermCounts; length: number } {
  const terms = new Map<string, number>();
  let length = 0;
  for (const [part, weight] of [[title, TITLE_WEIGHT] as const, [text, 1] as const]) {
    for (const { stem, functionWord } of passageTerms(part)) {
      terms.set(stem, (terms.get(stem) ?? 0) + weight);
      if (!functionWord) length += weight;
    }
  }
  return { terms, length };
}

interface Posting {
  stem: string;
  /** Slots of the entries with the stem, and how often each has it. Removed entries stay until the next compaction. */
  slots: number[];
  counts: number[];
  /** Entries still there. */
  live: number;
}

interface Slot {
  entry: KeywordEntry;
  postings: Posting[];
}

/**
 * BM25 over the chunks of one site, in memory: term statistics are the site's own, so other sites neither change its
 * ranking nor show through it. Removed entries are skipped at once and their room is reclaimed from time to time.
 */
export class KeywordIndex {
  #postings = new Map<string, Posting>();
  #slots: (Slot | undefined)[] = [];
  readonly #slotOf = new Map<string, number>();
  #totalLength = 0;

  get size(): number {
    return this.#slotOf.size;
  }

  put(entry: KeywordEntry, terms: TermCounts): void {
    this.#remove(entry.id);
    const slot = this.#slots.length;
    const postings = [...terms].map(([stem, count]) => this.#post(stem, slot, count));
    this.#slots.push({ entry, postings });
    this.#slotOf.set(entry.id, slot);
    this.#totalLength += entry.length;
  }

  removeWhere(matches: (entry: KeywordEntry) => boolean): void {
    for (const slot of this.#slots) if (slot && matches(slot.entry)) this.#remove(slot.entry.id);
    if (this.#slots.length > 2 * this.size + 100) this.#compact();
  }

  /**
   * The best hits, best first. Each word of the query is given with the stems it may have; the best matching one counts.
   * A score is BM25 divided by its upper bound for the query (every word, endlessly often): 1 is never quite reached,
   * 0.5 is an excellent match of a whole question, and words that no chunk has lower it.
   */
  search(
    words: readonly (readonly string[])[],
    matches: (entry: KeywordEntry) => boolean,
    limit: number,
  ): KeywordHit[] {
    const scores = new Float64Array(this.#slots.length);
    let attainable = 0;
    for (const { stems, count } of distinctWords(words)) attainable += count * this.#addWord(stems, count, scores);
    const hits: KeywordHit[] = [];
    for (const [slot, score] of scores.entries()) {
      const entry = score > 0 ? this.#slots[slot]?.entry : undefined;
      if (entry && matches(entry)) hits.push({ entry, score: score / attainable });
    }
    return hits.toSorted((a, b) => b.score - a.score || (a.entry.id < b.entry.id ? -1 : 1)).slice(0, limit);
  }

  /** Adds a word's share to the scores and answers the most it could have added. */
  #addWord(stems: readonly string[], times: number, scores: Float64Array): number {
    const postings = stems.map((stem) => this.#postings.get(stem)).filter((posting) => posting !== undefined);
    const best = postings.length > 1 ? new Map<number, number>() : undefined;
    for (const posting of postings) {
      this.#eachShare(posting, (slot, share) => {
        const before = best?.get(slot) ?? 0;
        if (share <= before) return;
        best?.set(slot, share);
        scores[slot] = (scores[slot] ?? 0) + times * (share - before);
      });
    }
    return (
      this.#rarity(Math.min(...postings.map((posting) => posting.live), postings.length === 0 ? 0 : Infinity)) *
      (SATURATION + 1)
    );
  }

  #eachShare(posting: Posting, add: (slot: number, share: number) => void): void {
    const rarity = this.#rarity(posting.live);
    const averageLength = this.#totalLength / Math.max(1, this.size) || 1;
    for (const [at, slot] of posting.slots.entries()) {
      const length = this.#slots[slot]?.entry.length;
      if (length === undefined) continue;
      const often = posting.counts[at] ?? 0;
      const held = SATURATION * (1 - LENGTH_PENALTY + (LENGTH_PENALTY * length) / averageLength);
      add(slot, (rarity * often * (SATURATION + 1)) / (often + held));
    }
  }

  /** Inverse document frequency, in the form that is never negative. */
  #rarity(having: number): number {
    return Math.log(1 + (this.size - having + 0.5) / (having + 0.5));
  }

  #post(stem: string, slot: number, count: number): Posting {
    const posting = this.#postings.get(stem) ?? { stem, slots: [], counts: [], live: 0 };
    if (posting.live === 0) this.#postings.set(stem, posting);
    posting.slots.push(slot);
    posting.counts.push(count);
    posting.live++;
    return posting;
  }

  #remove(id: string): void {
    const at = this.#slotOf.get(id);
    const slot = at === undefined ? undefined : this.#slots[at];
    if (at === undefined || !slot) return;
    this.#slotOf.delete(id);
    this.#slots[at] = undefined;
    this.#totalLength -= slot.entry.length;
    for (const posting of slot.postings) if (--posting.live === 0) this.#postings.delete(posting.stem);
  }

  /** Numbers the slots anew without gaps. */
  #compact(): void {
    const places: number[] = [];
    let next = 0;
    for (const slot of this.#slots) places.push(slot ? next++ : -1);
    for (const posting of this.#postings.values()) {
      posting.counts = posting.counts.filter((_, at) => (places[posting.slots[at] ?? -1] ?? -1) >= 0);
      posting.slots = posting.slots.map((slot) => places[slot] ?? -1).filter((place) => place >= 0);
    }
    this.#slots = this.#slots.filter((slot) => slot !== undefined);
    for (const [at, slot] of this.#slots.entries()) if (slot) this.#slotOf.set(slot.entry.id, at);
  }
}

function distinctWords(words: readonly (readonly string[])[]): { stems: readonly string[]; count: number }[] {
  const distinct = new Map<string, { stems: readonly string[]; count: number }>();
  for (const stems of words) {
    const key = stems.join(' ');
    const word = distinct.get(key);
    if (word) word.count++;
    else if (distinct.size < MOST_WORDS) distinct.set(key, { stems, count: 1 });
  }
  return [...distinct.values()];
}
