import { getOrAdd } from '../../shared/get-or-add.ts';
import { isCommonStem } from '../../text/common-words.ts';

/** Numbers of a vector: a power of two, at most 65,536. */
export const DIMENSIONS = 1024;

/** What a stem adds to a vector: positions and signed amounts. */
interface Features {
  places: Uint16Array;
  amounts: Float32Array;
}

/** Weights of all n-grams of a stem and of a pair of stems, relative to 1 for the stem itself. */
const NGRAM_SHARE = 0.6;
const PAIR_SHARE = 0.3;
const NGRAM_SIZES = [3, 4, 5];

/** Adds a stem and its character n-grams. */
export function addFeatures(vector: Float32Array, stem: string, weight: number): void {
  const { places, amounts } = findFeatures(stem);
  for (const [index, place] of places.entries()) vector[place] = (vector[place] ?? 0) + (amounts[index] ?? 0) * weight;
}

/** Adds two neighbouring stems as one feature. */
export function addPair(vector: Float32Array, first: string, second: string, weight: number): void {
  const { place, sign } = hashFeature(`b${first} ${second}`);
  vector[place] = (vector[place] ?? 0) + sign * weight * PAIR_SHARE;
}

/** Estimates how much a stem says about the subject of a text, without knowing other texts; about 0.1 to 1.6. */
export function informativeness(stem: string, side: 'passage' | 'query'): number {
  if (side === 'passage') return isCommonStem(stem) ? 0.7 : 1;
  return lengthWeight(stem) * (isCommonStem(stem) ? 0.5 : 1);
}

/** Longer words are rarer in every alphabet; a pair of Han or Thai characters counts as a word. */
function lengthWeight(stem: string): number {
  if (stem.charCodeAt(0) >= 0x0e00) return 1;
  return Math.max(0.2, 1 + 0.5 * Math.log2(Math.min(12, stem.length) / 5));
}

const MAX_CACHED_STEMS = 20_000;
const cache = new Map<string, Features>();

function findFeatures(stem: string): Features {
  if (cache.size > MAX_CACHED_STEMS) cache.clear();
  return getOrAdd(cache, stem, () => makeFeatures(stem));
}

function makeFeatures(stem: string): Features {
  const grams = ngrams(`^${stem}$`);
  const share = NGRAM_SHARE / Math.sqrt(grams.length || 1);
  const found = [`w${stem}`, ...grams.map((gram) => `g${gram}`)].map(hashFeature);
  return {
    places: Uint16Array.from(found, ({ place }) => place),
    amounts: Float32Array.from(found, ({ sign }, index) => sign * (index === 0 ? 1 : share)),
  };
}

function ngrams(word: string): string[] {
  const grams: string[] = [];
  for (const size of NGRAM_SIZES) {
    for (let from = 0; from + size <= word.length; from++) grams.push(word.slice(from, from + size));
  }
  return grams;
}

function hashFeature(name: string): { place: number; sign: 1 | -1 } {
  const hash = hashText(name);
  return { place: hash & (DIMENSIONS - 1), sign: hash >>> 31 ? 1 : -1 };
}

/** FNV-1a over UTF-16 units with the final mixing of murmur, so that every bit depends on every unit. */
function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
