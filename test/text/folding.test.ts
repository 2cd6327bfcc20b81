import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { fold } from '../../src/text/folding.ts';

const anyText = fc.string({ unit: 'binary', maxLength: 100 });

test.each([
  ['Straße', 'STRASSE'],
  ['crème brûlée', 'CREME BRULEE'],
  ['Cafe\u0301', 'café'],
  ['İstanbul', 'istanbul'],
  ['ısı', 'ISI'],
  ['Łódź', 'lodz'],
  ['Ærø', 'aero'],
  ['ΟΔΌΣ', 'οδος'],
  ['Ёлка', 'елка'],
  ['ﬁnd ＡＢＣ', 'find abc'],
  ['أحمد', 'احمد'],
  ['שָׁלוֹם', 'שלום'],
  ['don’t', "don't"],
  ['co\u00adop', 'coop'],
  [' a \u00a0\n b ', 'a b'],
])('fold makes %j and %j equal', (one, other) => {
  expect(fold(one)).toBe(fold(other));
});

test.each([
  ['कि', 'की'],
  ['が', 'か'],
  ['straße', 'strafe'],
])('fold keeps %j and %j apart', (one, other) => {
  expect(fold(one)).not.toBe(fold(other));
});

test('folding twice changes nothing', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      expect(fold(fold(text))).toBe(fold(text));
    }),
    { numRuns: 2000 },
  );
});

test('every letter of every language folds to the same in upper and lower case', () => {
  const faults = letters().filter((letter) => fold(letter.toUpperCase()) !== fold(letter.toLowerCase()));
  expect(faults).toEqual([]);
});

test('every character of the first two planes is folded once and for all', () => {
  const faults = characters(0x20000).filter((character) => fold(fold(character)) !== fold(character));
  expect(faults).toEqual([]);
});

function letters(): string[] {
  // Capitals write the Greek iota subscript as a letter beside, which is another spelling.
  return characters(0x20000).filter(
    (character) => /\p{L}/u.test(character) && !/\u0345/.test(character.normalize('NFKD')),
  );
}

function characters(end: number): string[] {
  return Array.from({ length: end }, (_, code) => String.fromCodePoint(code));
}
