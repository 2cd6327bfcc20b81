import type { IndexHit, IndexedChunk } from '../../../ports/vector-index.ts';
import { getOrAdd } from '../../../shared/get-or-add.ts';
import type { Steps } from '../../../shared/loop-scheduler.ts';
import type { DotProducts } from './dot-products.ts';
import { sortByScore } from '../fusion.ts';
import { PostingList } from './postings.ts';
import { VectorRows } from './vector-rows.ts';

/**
 * The data of a chunk that filters of a keyword search need. Its access level is the stored one, which tells drafts from
 * published chunks.
 */
export interface SiteIndexEntry extends Omit<IndexedChunk, 'title' | 'text' | 'vector' | 'published'> {
  /** Significant words; words of the title count by its weight. */
  length: number;
}

/** Occurrences of each term in a chunk. */
export type TermCounts = ReadonlyMap<string, number>;

export interface EntryFilter {
  /** The access rule, which only depends on the access level and the required subscriptions. */
  mayView: (entry: SiteIndexEntry) => boolean;
  /** All conditions, including the access rule. */
  matches: (entry: SiteIndexEntry) => boolean;
}

/** Title and section path summarize a chunk: each word in them counts this many times. */
export const TITLE_WEIGHT = 2;
/** BM25's k1, the saturation of repeated words, and b, the normalization by length. */
export const SATURATION = 1.5;
export const LENGTH_PENALTY = 0.75;
/** Limits the work of a query. */
export const MAX_WORDS = 200;
/** Hits of nearly computed vectors that are computed again beside those that are returned. */
const SPARE_HITS = 20;
/** Scores between two interruptions. */
const RANKED_AT_ONCE = 8_192;

interface Slot {
  entry: SiteIndexEntry;
  postings: PostingList[];
  accessClass: AccessClass;
}

/** Entries that have the same viewers. */
interface AccessClass {
  /** Any entry of the group: the access rule is the same for all. */
  example: SiteIndexEntry;
  size: number;
  totalLength: number;
}

interface FoundPosting {
  posting: PostingList;
  /** How many visible entries have the stem. */
  having: number;
}

/** Statistics of one viewer's search. */
interface View {
  isOpen: (slot: Slot) => boolean;
  /** Every entry is visible: the counts of the postings are used. */
  isWhole: boolean;
  size: number;
  averageLength: number;
}

/**
 * BM25 and nearest vectors over the chunks of one site, in memory. Term statistics only count what the viewer can read, so
 * neither other sites nor restricted texts change a score or can be detected by it. Removed entries are skipped
 * immediately; their memory is reclaimed later.
 * See decision 47.
 */
export class SiteIndex {
  private readonly vectors: VectorRows;
  private postings = new Map<string, PostingList>();
  private slots: (Slot | undefined)[] = [];
  private readonly slotOf = new Map<string, number>();
  /** Ids of the entries of each source. */
  private readonly sources = new Map<string, Set<string>>();
  private readonly classes = new Map<string, AccessClass>();
  private compactions = 0;

  constructor(products: DotProducts) {
    this.vectors = new VectorRows(products);
  }

  get size(): number {
    return this.slotOf.size;
  }

  put(entry: SiteIndexEntry, terms: TermCounts, vector: Float32Array): void {
    this.removeOne(entry.id);
    const slot = this.slots.length;
    const postings = [...terms].map(([stem, count]) => {
      const posting = getOrAdd(this.postings, stem, () => new PostingList(stem));
      posting.add(slot, count);
      return posting;
    });
    const accessClass = getOrAdd(this.classes, classKey(entry), () => ({ example: entry, size: 0, totalLength: 0 }));
    accessClass.size++;
    accessClass.totalLength += entry.length;
    this.slots.push({ entry, postings, accessClass });
    this.vectors.push(vector);
    this.slotOf.set(entry.id, slot);
    getOrAdd(this.sources, entry.sourceId, () => new Set<string>()).add(entry.id);
  }

  /** In no order. */
  ofSource(sourceId: string): SiteIndexEntry[] {
    return [...(this.sources.get(sourceId) ?? [])].flatMap((id) => this.slots[this.slotOf.get(id) ?? -1]?.entry ?? []);
  }

  /** Missing ones are ignored. */
  remove(ids: Iterable<string>): void {
    for (const id of ids) this.removeOne(id);
    if (this.slots.length > 2 * this.size + 100) this.compact();
  }

  /**
   * The best hits, best first. Each word of the query has the stems it may have; the best matching one counts. A score
   * is BM25 divided by its upper bound for the query (every word, infinitely often): 1 is never reached, 0.5 is an
   * excellent match of a whole question, and words that occur in no chunk lower it. Can be interrupted.
   */
  byWords(words: readonly (readonly string[])[], filter: EntryFilter, limit: number): Steps<IndexHit[]> {
    return this.consistent(() => this.findWords(words, filter, limit));
  }

  /**
   * The nearest entries by their cosine, nearest first. Those with one of 0 or less are unrelated to the vector. Can be
   * interrupted.
   */
  byVector(vector: Float32Array, filter: Pick<EntryFilter, 'matches'>, limit: number): Steps<IndexHit[]> {
    return this.consistent(() => this.findNearest(vector, filter, limit));
  }

  /** Compaction renumbers the slots: a search that it interrupts starts again. */
  private *consistent<T>(search: () => Steps<T>): Steps<T> {
    for (let steps = search(), { compactions } = this; ;) {
      if (compactions !== this.compactions) [steps, compactions] = [search(), this.compactions];
      const { done, value } = steps.next();
      if (done) return value;
      yield;
    }
  }

  private *findWords(
    words: readonly (readonly string[])[],
    { mayView, matches }: EntryFilter,
    limit: number,
  ): Steps<IndexHit[]> {
    const view = this.viewOf(mayView);
    const scores = new Float64Array(this.slots.length);
    let attainable = 0;
    for (const { stems, count } of distinctWords(words)) {
      attainable += count * (yield* this.addWord(stems, count, scores, view));
    }
    return yield* this.best(scores, attainable, matches, limit);
  }

  private *findNearest(
    vector: Float32Array,
    { matches }: Pick<EntryFilter, 'matches'>,
    limit: number,
  ): Steps<IndexHit[]> {
    const cosines = yield* this.vectors.nearlyCosines(vector);
    const near = yield* this.best(cosines, 1, matches, limit + SPARE_HITS);
    const scoreOf = ({ chunkId }: IndexHit) => this.vectors.cosine(this.slotOf.get(chunkId) ?? 0, vector);
    return sortByScore(near.map((hit) => ({ ...hit, score: Math.min(1, scoreOf(hit)) }))).slice(0, limit);
  }

  /** @param scores by slot; those above 0 count, as parts of `max` */
  private *best(
    scores: Float64Array | Float32Array,
    max: number,
    matches: (entry: SiteIndexEntry) => boolean,
    limit: number,
  ): Steps<IndexHit[]> {
    let hits: IndexHit[] = [];
    /** No hit below it can be one of the best. */
    let floor = 0;
    for (let slot = 0; slot < scores.length; slot++) {
      if (slot % RANKED_AT_ONCE === RANKED_AT_ONCE - 1) yield;
      const score = scores[slot] ?? 0;
      if (score <= 0 || score < floor) continue;
      const entry = this.slots[slot]?.entry;
      if (!entry || !matches(entry)) continue;
      hits.push({ chunkId: entry.id, sourceId: entry.sourceId, generation: entry.generation, score: score / max });
      if (hits.length < 2 * limit + SPARE_HITS) continue;
      hits = sortByScore(hits).slice(0, limit);
      floor = (hits.at(-1)?.score ?? 0) * max;
    }
    return sortByScore(hits).slice(0, limit);
  }

  /** Adds a word's contribution to the scores and returns its maximum. */
  private *addWord(stems: readonly string[], times: number, scores: Float64Array, view: View): Steps<number> {
    const found: FoundPosting[] = [];
    for (const stem of stems) found.push(...(yield* this.openPosting(stem, view)));
    const best = found.length > 1 ? new Map<number, number>() : undefined;
    for (const { posting, having } of found) {
      yield* this.eachShare(posting, rarity(view.size, having), view, (slot, share) => {
        const before = best?.get(slot) ?? 0;
        if (share <= before) return;
        best?.set(slot, share);
        scores[slot] = (scores[slot] ?? 0) + times * (share - before);
      });
    }
    const rarest = found.length === 0 ? 0 : Math.min(...found.map(({ having }) => having));
    return rarity(view.size, rarest) * (SATURATION + 1);
  }

  /** The stem's posting and how many visible entries have it; undefined if there are none. */
  private *openPosting(stem: string, view: View): Steps<FoundPosting[]> {
    const posting = this.postings.get(stem);
    if (!posting) return [];
    let having = posting.live;
    if (!view.isWhole) {
      having = 0;
      yield* posting.each((at) => {
        const slot = this.slots[at];
        if (slot && view.isOpen(slot)) having++;
      });
    }
    return having === 0 ? [] : [{ posting, having }];
  }

  private eachShare(
    posting: PostingList,
    rarityOfStem: number,
    view: View,
    add: (slot: number, share: number) => void,
  ): Steps<void> {
    return posting.each((at, often) => {
      const slot = this.slots[at];
      if (!slot || (!view.isWhole && !view.isOpen(slot))) return;
      const lengthRatio = slot.entry.length / view.averageLength;
      const held = SATURATION * (1 - LENGTH_PENALTY + LENGTH_PENALTY * lengthRatio);
      add(at, (rarityOfStem * often * (SATURATION + 1)) / (often + held));
    });
  }

  private viewOf(mayView: (entry: SiteIndexEntry) => boolean): View {
    const open = new Set<AccessClass>();
    let [size, totalLength] = [0, 0];
    for (const accessClass of this.classes.values()) {
      if (!mayView(accessClass.example)) continue;
      open.add(accessClass);
      size += accessClass.size;
      totalLength += accessClass.totalLength;
    }
    return {
      isOpen: ({ accessClass }) => open.has(accessClass),
      isWhole: open.size === this.classes.size,
      size,
      averageLength: totalLength / Math.max(1, size) || 1,
    };
  }

  private removeOne(id: string): void {
    const at = this.slotOf.get(id);
    const slot = at === undefined ? undefined : this.slots[at];
    if (at === undefined || !slot) return;
    this.slotOf.delete(id);
    this.slots[at] = undefined;
    const source = this.sources.get(slot.entry.sourceId);
    source?.delete(id);
    if (source?.size === 0) this.sources.delete(slot.entry.sourceId);
    slot.accessClass.size--;
    slot.accessClass.totalLength -= slot.entry.length;
    if (slot.accessClass.size === 0) this.classes.delete(classKey(slot.entry));
    for (const posting of slot.postings) if (--posting.live === 0) this.postings.delete(posting.stem);
  }

  /** Renumbers the slots without gaps. */
  private compact(): void {
    this.compactions += 1;
    const kept: number[] = [];
    const places = Int32Array.from(this.slots, (slot, at) => (slot ? kept.push(at) - 1 : -1));
    this.vectors.keep(kept);
    for (const posting of this.postings.values()) posting.renumber(places);
    this.slots = this.slots.filter((slot) => slot !== undefined);
    for (const [at, slot] of this.slots.entries()) if (slot) this.slotOf.set(slot.entry.id, at);
  }
}

/** Inverse document frequency, in the variant that is never negative. */
function rarity(size: number, having: number): number {
  return Math.log(1 + (size - having + 0.5) / (having + 0.5));
}

function classKey({ accessLevel, requiredSubscriptions }: SiteIndexEntry): string {
  return JSON.stringify([accessLevel, requiredSubscriptions]);
}

function distinctWords(words: readonly (readonly string[])[]): { stems: readonly string[]; count: number }[] {
  const distinct = new Map<string, { stems: readonly string[]; count: number }>();
  for (const stems of words) {
    const key = stems.join(' ');
    const word = distinct.get(key);
    if (word) word.count++;
    else if (distinct.size < MAX_WORDS) distinct.set(key, { stems, count: 1 });
  }
  return [...distinct.values()];
}
