import type { Filters } from '../../node_modules/weaviate-client/dist/node/esm/proto/v1/base.js';
import { matches } from './weaviate-double-filters.ts';

export interface StoredObject {
  id: string;
  properties: Record<string, unknown>;
  /** Normalized; null: stored without a vector. */
  vector: Float32Array | null;
}

export interface ScoredObject {
  object: StoredObject;
  score: number;
}

export interface Bm25 {
  b: number;
  k1: number;
}

/** The chunks of one tenant: what the server's two indexes know of them. Words are looked for in one property. */
export class DoubleTenant {
  readonly objects = new Map<string, StoredObject>();
  private readonly postings = new Map<string, Map<string, number>>();
  private readonly lengths = new Map<string, number>();
  /** In the graph of vectors, which is stored apart from the objects. */
  private readonly reachable = new Set<string>();
  private totalLength = 0;
  private readonly searched: string;
  private readonly bm25: Bm25;

  constructor(searched: string, bm25: Bm25) {
    this.searched = searched;
    this.bm25 = bm25;
  }

  loseVectors(isLost: (object: StoredObject) => boolean): void {
    for (const object of this.objects.values()) if (isLost(object)) this.reachable.delete(object.id);
  }

  put(object: StoredObject): void {
    const same = JSON.stringify(this.objects.get(object.id)) === JSON.stringify(object);
    // The server leaves alone what it already has as it is.
    if (same) return;
    this.remove(object.id);
    if (object.vector) this.reachable.add(object.id);
    const words = wordsOf(object.properties[this.searched]);
    for (const word of words) {
      const posting = this.postings.get(word) ?? new Map<string, number>();
      this.postings.set(word, posting.set(object.id, (posting.get(object.id) ?? 0) + 1));
    }
    this.lengths.set(object.id, words.length);
    this.totalLength += words.length;
    this.objects.set(object.id, object);
  }

  remove(id: string): void {
    const object = this.objects.get(id);
    if (!object) return;
    for (const word of wordsOf(object.properties[this.searched])) this.postings.get(word)?.delete(id);
    this.totalLength -= this.lengths.get(id) ?? 0;
    this.reachable.delete(id);
    this.objects.delete(id);
  }

  /** In the order of their ids, as the server's cursor goes. */
  list(filters: Filters | undefined): StoredObject[] {
    const found = [...this.objects.values()].filter((object) => matches(object, filters));
    return found.toSorted((one, other) => (one.id < other.id ? -1 : 1));
  }

  /** Nearest first; the score is the cosine. */
  near(vector: Float32Array, filters: Filters | undefined, limit: number): ScoredObject[] {
    const found: ScoredObject[] = [];
    for (const object of this.objects.values()) {
      if (!object.vector || !this.reachable.has(object.id) || !matches(object, filters)) continue;
      if (object.vector.length !== vector.length) throw new Error("vector lengths don't match");
      found.push({ object, score: dot(object.vector, vector) });
    }
    return best(found, limit);
  }

  /** BM25, every word as often as the query has it. */
  words(query: string, filters: Filters | undefined, limit: number): ScoredObject[] {
    const { b, k1 } = this.bm25;
    const average = this.totalLength / Math.max(1, this.objects.size);
    const scores = new Map<string, number>();
    for (const word of wordsOf(query)) {
      const posting = this.postings.get(word);
      if (!posting || posting.size === 0) continue;
      const rarity = Math.log(1 + (this.objects.size - posting.size + 0.5) / (posting.size + 0.5));
      for (const [id, often] of posting) {
        const held = k1 * (1 - b + (b * (this.lengths.get(id) ?? 0)) / average);
        scores.set(id, (scores.get(id) ?? 0) + (rarity * often) / (often + held));
      }
    }
    const found = [...scores].flatMap(([id, score]) => {
      const object = this.objects.get(id);
      return object && matches(object, filters) ? [{ object, score }] : [];
    });
    return best(found, limit);
  }
}

export function normalized(vector: Float32Array): Float32Array {
  const length = Math.hypot(...vector);
  return length === 0 ? vector : vector.map((value) => value / length);
}

function dot(one: Float32Array, other: Float32Array): number {
  let sum = 0;
  for (let at = 0; at < one.length; at++) sum += (one[at] ?? 0) * (other[at] ?? 0);
  return sum;
}

function best(found: ScoredObject[], limit: number): ScoredObject[] {
  return found.toSorted((a, b) => b.score - a.score || (a.object.id < b.object.id ? -1 : 1)).slice(0, limit);
}

function wordsOf(text: unknown): string[] {
  return typeof text === 'string' ? text.split(/\s+/).filter((word) => word !== '') : [];
}
