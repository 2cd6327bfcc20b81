import type { Embedder } from '../../ports/embedder.ts';
import { BackgroundThread } from '../../shared/process/background-thread.ts';
import { entryFile } from '../../shared/paths.ts';
import { toLengthOne } from '../../shared/vectors.ts';
import { passageTerms, queryTerms } from '../../text/terms.ts';
import { createBatchedEmbedder } from './batched.ts';
import { DIMENSIONS, addFeatures, addPair, informativeness } from './lexical-features.ts';

/** Weight of repeated words: n occurrences count as n to this power. */
const REPETITION = 0.6;
/** Passages embedded before those of another caller: about 20 ms. */
const PORTION = 50;
const THREAD = entryFile('adapters/embedder/local.thread');

/**
 * An embedder without a model: no network, no weights, the same numbers on every machine. It is lexical, not semantic:
 * texts are similar if they share words, word forms, parts of words, or pairs of neighbouring words; it knows no
 * synonyms. Stems, their character n-grams and pairs of neighbouring stems are hashed with a sign into 1024 dimensions.
 * Common words have less weight, function words none; in a query, short words have less weight than long ones. The
 * n-grams tolerate misspellings, match the parts of compounds, and support scripts without spaces. Passages are embedded
 * in a thread, because documents have many; a query takes less time than a message to it.
 */
export function createLocalEmbedder(): Embedder & { close(): Promise<void> } {
  const thread = new BackgroundThread<readonly string[], Float32Array<ArrayBuffer>>(THREAD);
  const embedder = createBatchedEmbedder({
    model: 'lexical-subword-1',
    dimensions: DIMENSIONS,
    batchSize: PORTION,
    async embed(texts, side) {
      if (side === 'query') return texts.map(embedQuestion);
      const numbers = await thread.run(texts);
      return texts.map((_, index) => numbers.subarray(index * DIMENSIONS, (index + 1) * DIMENSIONS));
    },
  });
  return { ...embedder, close: () => thread.close() };
}

/** The vectors of passages one behind the other, as the thread answers them. */
export function embedAll(texts: readonly string[]): Float32Array<ArrayBuffer> {
  const numbers = new Float32Array(texts.length * DIMENSIONS);
  for (const [index, text] of texts.entries()) numbers.set(embedPassage(text), index * DIMENSIONS);
  return numbers;
}

function embedPassage(text: string): Float32Array {
  const stems = passageTerms(text)
    .filter((term) => !term.functionWord)
    .map((term) => term.stem);
  const vector = new Float32Array(DIMENSIONS);
  addStems(vector, stems, (stem) => informativeness(stem, 'passage'));
  return toLengthOne(vector);
}

/**
 * A word whose language is uncertain is added with all its stems, the likeliest with full and the others with half
 * weight.
 */
function embedQuestion(text: string): Float32Array {
  const words = queryTerms(text);
  const doubtful = new Set(words.flatMap((stems) => stems.slice(1)));
  const vector = new Float32Array(DIMENSIONS);
  const likeliest = words.flatMap((stems) => stems.slice(0, 1));
  addStems(vector, likeliest, (stem) => informativeness(stem, 'query'));
  for (const stem of doubtful) addFeatures(vector, stem, informativeness(stem, 'query') / 2);
  return toLengthOne(vector);
}

function addStems(vector: Float32Array, stems: readonly string[], weigh: (stem: string) => number): void {
  for (const [stem, times] of tally(stems)) addFeatures(vector, stem, weigh(stem) * times ** REPETITION);
  const pairs = stems.slice(1).map((stem, index) => `${stems[index]} ${stem}`);
  for (const [pair, times] of tally(pairs)) {
    const [first = '', second = ''] = pair.split(' ');
    addPair(vector, first, second, Math.sqrt(weigh(first) * weigh(second)) * times ** REPETITION);
  }
}

function tally(items: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const item of items) counts.set(item, (counts.get(item) ?? 0) + 1);
  return counts;
}
