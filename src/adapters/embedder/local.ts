import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Embedder } from '../../ports/embedder.ts';
import { passageTerms, queryTerms } from '../../text/terms.ts';
import { addFeatures, addPair, informativeness } from './lexical-features.ts';

const DIMENSIONS = 1024;
/** Weight of repeated words: n occurrences count as n to this power. */
const REPETITION = 0.6;
/** Passages embedded before the event loop gets its turn: about 20 ms. */
const PORTION = 50;

/**
 * An embedder without a model: no network, no weights, the same numbers on every machine. It is lexical, not semantic:
 * texts are similar if they share words, word forms, parts of words, or pairs of neighbouring words; it knows no
 * synonyms. Stems, their character n-grams and pairs of neighbouring stems are hashed with a sign into 1024 dimensions.
 * Common words have less weight, function words none; in a query, short words have less weight than long ones. The
 * n-grams tolerate misspellings, match the parts of compounds, and support scripts without spaces.
 */
export function createLocalEmbedder(): Embedder {
  return {
    model: 'lexical-subword-1',
    dimensions: DIMENSIONS,
    async embedPassages(texts, { signal } = {}) {
      const vectors: Float32Array[] = [];
      for (const [at, text] of texts.entries()) {
        if (at % PORTION === PORTION - 1) await nextTurn();
        signal?.throwIfAborted();
        vectors.push(embedPassage(text));
      }
      return vectors;
    },
    async embedQuery(text, { signal } = {}) {
      signal?.throwIfAborted();
      return embedQuestion(text);
    },
  };
}

function embedPassage(text: string): Float32Array {
  const stems = passageTerms(text)
    .filter((term) => !term.functionWord)
    .map((term) => term.stem);
  return embed(stems, (stem) => informativeness(stem, 'passage'));
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
  addTo(vector, likeliest, (stem) => informativeness(stem, 'query'));
  for (const stem of doubtful) addFeatures(vector, stem, informativeness(stem, 'query') / 2);
  return toLengthOne(vector);
}

function embed(stems: readonly string[], weightOf: (stem: string) => number): Float32Array {
  const vector = new Float32Array(DIMENSIONS);
  addTo(vector, stems, weightOf);
  return toLengthOne(vector);
}

function addTo(vector: Float32Array, stems: readonly string[], weightOf: (stem: string) => number): void {
  for (const [stem, times] of tally(stems)) addFeatures(vector, stem, weightOf(stem) * times ** REPETITION);
  const pairs = stems.slice(1).map((stem, at) => `${stems[at]} ${stem}`);
  for (const [pair, times] of tally(pairs)) {
    const [first = '', second = ''] = pair.split(' ');
    addPair(vector, first, second, Math.sqrt(weightOf(first) * weightOf(second)) * times ** REPETITION);
  }
}

function tally(items: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const item of items) counts.set(item, (counts.get(item) ?? 0) + 1);
  return counts;
}

function toLengthOne(vector: Float32Array): Float32Array {
  let squares = 0;
  for (const number of vector) squares += number * number;
  const length = Math.sqrt(squares);
  return length > 0 ? vector.map((number) => number / length) : vector;
}
