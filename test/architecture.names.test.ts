import { expect, test } from 'vitest';
import { sourceFiles, sourceOf } from './support/imports.ts';

const PREPOSITIONS = wordsOf(`
  about above across after against along among around as at before behind below beneath beside between beyond by during
  for from in inside into of off on onto out outside over past per since than through to toward under until up upon via
  with within without`);

/** Prepositions that begin a conversion, a changed copy or a handler: `toRow`, `fromEntries`, `withStatus`, `onClose`. */
const LEADING_IDIOMS = wordsOf('to from with without on');

/** Verbs, nouns and columns of the field that end with one. */
const TRAILING_IDIOMS =
  /(?:^[sS]ign|^log)(?:In|Out)$|^redactFor$|^(?:back|clean|set)Up$|(?:ed|d|s)At$|(?:created|updated|written)By$/;

/** Words that no name has, whatever its form. */
const BANNED = wordsOf(`
  asked belongs coming condense converse doubt fault faults fewer given gone heard held kept known least lets longest
  needs nobody objection otherwise piece pieces portions refuse refused seen shortest shown spent told wanted way whom`);

/** Single words that look like a participle and are nouns or verbs of the field. */
const NO_PARTICIPLE = wordsOf(
  'bed embed embedding exceed feed field heading need proceed seed setting speed spelling string',
);

const IRREGULAR = wordsOf(
  'begun broken chosen drawn driven found grown left lost made met sent set taken thrown written',
);

const EXPORT =
  /^export (?:declare )?(?:abstract )?(?:async )?(?:function\*?|class|const|let|interface|type|enum) ([A-Za-z_$][\w$]*)/gm;

const exported = new Set(
  sourceFiles()
    .filter((file) => !file.includes('/migrations/'))
    .flatMap((file) => [...sourceOf(file).matchAll(EXPORT)].map(([, name = '']) => name)),
);

test('exported names are nouns and verbs of the field', () => {
  const breaking = [...exported].filter((name) => violationOf(name) !== null);
  expect(breaking.map((name) => `${name}: ${violationOf(name)}`)).toEqual([]);
});

test.each([
  ['inBatches', 'begins with a preposition'],
  ['OF_CALLER', 'begins with a preposition'],
  ['deeperThan', 'ends with a preposition'],
  ['HandOver', 'ends with a preposition'],
  ['narrowed', 'is a bare participle'],
  ['Posting', 'is a bare participle'],
  ['made', 'is a bare participle'],
  ['ContentNeeds', 'has the word needs'],
  ['keptDimensions', 'has the word kept'],
])('%s %s', (name, violation) => {
  expect(violationOf(name)).toBe(violation);
});

test.each([
  'toContentItem',
  'withOverrides',
  'onDuplicate',
  'signIn',
  'updatedAt',
  'createdBy',
  'Embedding',
  'Feed',
  'cachedDimensions',
])('%s breaks no rule', (name) => {
  expect(violationOf(name)).toBeNull();
});

function violationOf(name: string): string | null {
  const words = partsOf(name);
  const [first = '', last = ''] = [words[0], words.at(-1)];
  const banned = words.find((word) => BANNED.has(word));
  if (banned !== undefined) return `has the word ${banned}`;
  if (PREPOSITIONS.has(first) && !(LEADING_IDIOMS.has(first) && words.length > 1)) return 'begins with a preposition';
  if (PREPOSITIONS.has(last) && !TRAILING_IDIOMS.test(name)) return 'ends with a preposition';
  if (words.length === 1 && isParticiple(first)) return 'is a bare participle';
  return null;
}

function isParticiple(word: string): boolean {
  return IRREGULAR.has(word) || (/(?:ed|ing)$/.test(word) && !NO_PARTICIPLE.has(word));
}

/** `HTTPServer`, `httpServer` and `HTTP_SERVER` are `http` and `server`. */
function partsOf(name: string): string[] {
  return [...name.matchAll(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+/g)].map(([word]) => word.toLowerCase());
}

function wordsOf(list: string): ReadonlySet<string> {
  return new Set(list.split(/\s+/).filter(Boolean));
}
