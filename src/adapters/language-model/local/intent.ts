import { LRUCache } from 'lru-cache';
import type { DetectedIntent, IntentRequest } from '../../../ports/language-model.ts';
import { isCommonStem } from '../../../text/common-words.ts';
import { queryTerms } from '../../../text/terms.ts';
import { splitWords } from '../../../text/words.ts';

/** Below it a likeness says nothing. */
const MIN_CONFIDENCE = 0.3;
/** The most that words which are alike but not the same can give. */
const MAX_WORD_SCORE = 0.93;
/** What a word costs that only the example has, and one that only the message has. */
const MISSING_COST = 0.6;
const EXTRA_COST = 0.15;
const COMMON_WEIGHT = 0.6;
const MIN_SIMILARITY = 0.7;
/** A name is a label, often of one word: weaker evidence than a whole example. */
const NAME_SHARE = 0.9;
const MAX_MESSAGE_LENGTH = 2_000;

interface Phrase {
  /** The words as written, which make an example said verbatim. */
  text: string;
  words: readonly (readonly string[])[];
}

/** The intent whose examples, or else whose name, are most like the message by words and parts of words; null below 0.3. */
export function closestIntent({ message, intents }: IntentRequest): DetectedIntent | null {
  const said = toPhrase(message.slice(0, MAX_MESSAGE_LENGTH));
  let best: DetectedIntent | null = null;
  for (const { name, examples } of intents) {
    const likeness = Math.max(
      NAME_SHARE * phraseLikeness(said, phrases.memo(toWords(name))),
      ...examples.map((example) => phraseLikeness(said, phrases.memo(example))),
    );
    const confidence = Math.round(likeness * 100) / 100;
    if (confidence >= MIN_CONFIDENCE && confidence > (best?.confidence ?? 0)) {
      best = { name, confidence };
    }
  }
  return best;
}

/** Examples are read once, not with every message. */
const phrases = new LRUCache<string, Phrase>({ max: 20_000, memoMethod: toPhrase });

function toPhrase(text: string): Phrase {
  const wordTexts = splitWords(text).map((word) => word.text);
  return { text: wordTexts.join(' '), words: queryTerms(text) };
}

/** `cancelSubscription` and `cancel_subscription` read as words. */
function toWords(name: string): string {
  return name.replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2').replaceAll(/[_\-.:/]+/g, ' ');
}

function phraseLikeness(said: Phrase, example: Phrase): number {
  if (example.text === '' || said.text === '') return 0;
  if (said.text === example.text) return 1;
  const shared = sharedWeight(example.words, said.words);
  const missing = totalWeight(example.words) - shared;
  const extra = Math.max(0, totalWeight(said.words) - shared);
  return (MAX_WORD_SCORE * shared) / (shared + MISSING_COST * missing + EXTRA_COST * extra || 1);
}

function totalWeight(words: Phrase['words']): number {
  return words.reduce((sum, stems) => sum + wordWeight(stems), 0);
}

function wordWeight(stems: readonly string[]): number {
  return stems.some(isCommonStem) ? COMMON_WEIGHT : 1;
}

/** The weight of the words that have a counterpart, each by how alike the two are. */
function sharedWeight(words: Phrase['words'], others: Phrase['words']): number {
  const left = [...others];
  let shared = 0;
  for (const stems of words) {
    const likenesses = left.map((other) => wordLikeness(stems, other));
    const likeness = Math.max(0, ...likenesses);
    if (likeness < MIN_SIMILARITY) continue;
    left.splice(likenesses.indexOf(likeness), 1);
    shared += likeness * wordWeight(stems);
  }
  return shared;
}

/** 1 for the same stem; for others the share of letter pairs they have in common, which forgives misspellings. */
function wordLikeness(stems: readonly string[], others: readonly string[]): number {
  if (stems.some((stem) => others.includes(stem))) return 1;
  const [one = ''] = stems;
  const [other = ''] = others;
  if (Math.min(one.length, other.length) < 4) return 0;
  const pairs = letterPairs(one);
  const otherPairs = letterPairs(other);
  return (2 * pairs.intersection(otherPairs).size) / (pairs.size + otherPairs.size);
}

function letterPairs(word: string): Set<string> {
  return new Set(Array.from({ length: word.length - 1 }, (_, index) => word.slice(index, index + 2)));
}
