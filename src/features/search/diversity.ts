import { DistinctTexts } from './distinct-texts.ts';
import type { Passage } from './passage.rows.ts';

/** Number of first results among which the passages of a source are limited. */
const FIRST_RESULTS = 10;
/** Shorter texts often differ by their titles only. */
const MIN_COMPARED_WORDS = 20;

/** The limits say how many results are returned, and how many of the first ten may be of one source. */
export interface Diversity {
  limit: number;
  maxPerSource: number;
}

interface RankedPassage {
  passage: Pick<Passage, 'sourceId' | 'content'>;
}

/**
 * The results of a ranking without near-duplicates. Among the first ten, at most `maxPerSource` are of one source; further
 * ones take the places that other sources leave. The first ten are in the order of the ranking, and so are the others.
 */
export function diversify<Passage extends RankedPassage>(ranking: readonly Passage[], limits: Diversity): Passage[] {
  const selection = new Set<Passage>();
  const texts = new DistinctTexts(MIN_COMPARED_WORDS);
  const choose = (count: number, candidates: Iterable<Passage>): Passage[] => {
    for (const passage of candidates) {
      if (selection.size >= count) break;
      if (!selection.has(passage) && texts.add(passage.passage.content)) selection.add(passage);
    }
    return ranking.filter((passage) => selection.has(passage));
  };
  choose(diverseCount(limits), limitPerSource(ranking, limits));
  const first = new Set(choose(diverseCount(limits), ranking));
  return [...first, ...choose(limits.limit, ranking).filter((passage) => !first.has(passage))];
}

/** Returns whether the first results can be filled without a further passage of any source. */
export function isDiverse(ranking: readonly RankedPassage[], limits: Diversity): boolean {
  return limitPerSource(ranking, limits).length >= diverseCount(limits);
}

function diverseCount({ limit }: Diversity): number {
  return Math.min(FIRST_RESULTS, limit);
}

/** Limits the ranking to the best `maxPerSource` passages of each source. */
function limitPerSource<Passage extends RankedPassage>(
  ranking: readonly Passage[],
  { maxPerSource }: Diversity,
): Passage[] {
  const counts = new Map<string, number>();
  return ranking.filter(({ passage: { sourceId } }) => {
    const count = (counts.get(sourceId) ?? 0) + 1;
    counts.set(sourceId, count);
    return count <= maxPerSource;
  });
}
