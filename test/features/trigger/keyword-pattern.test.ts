import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { KeywordMatcher } from '../../../src/features/trigger/keyword-matcher.ts';
import {
  KeywordPatternError,
  toComparable,
  parseKeywordPattern,
} from '../../../src/features/trigger/keyword-pattern.ts';

const matches = (pattern: string, message: string) => new KeywordMatcher([pattern]).match(message).length > 0;

describe('The grammar of keyword patterns', () => {
  test.each([
    ['word', [{ all: ['word'] }]],
    [' Two  Words ', [{ all: ['two words'] }]],
    ['a+b', [{ all: ['a', 'b'] }]],
    [' a + b , c ', [{ all: ['a', 'b'] }, { all: ['c'] }]],
    ['[word]', [{ exact: 'word' }]],
    [' [ Two  words ] ', [{ exact: 'two words' }]],
    ['[a+b,c]', [{ exact: 'a+b,c' }]],
    ['[a],b+c,[d]', [{ exact: 'a' }, { all: ['b', 'c'] }, { exact: 'd' }]],
    ['a+A+ a', [{ all: ['a'] }]],
  ])('%j is read as %j', (pattern, alternatives) => {
    expect(parseKeywordPattern(pattern)).toEqual(alternatives);
  });

  test.each([
    '',
    ' ',
    ',',
    'a,',
    ',a',
    'a,,b',
    '+',
    'a+',
    '+a',
    'a++b',
    'a,+',
    '[]',
    '[ ]',
    '[a],',
    '\u200b',
    'a,\u00ad',
  ])('%j has an empty part', (pattern) => {
    expect(() => parseKeywordPattern(pattern)).toThrow(new KeywordPatternError('must not have an empty part'));
  });

  test.each(['[a', 'a]', '[a]b', 'b[a]', '[a]+b', 'b+[a]', '[[a]]', '[a][b]', ']a[', '[a, b', 'a, b]'])(
    '%j has brackets that are not around a whole alternative',
    (pattern) => {
      expect(() => parseKeywordPattern(pattern)).toThrow('must have [ ] only around a complete alternative');
    },
  );

  test('any text is either read or rejected as a pattern, nothing else', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'ab+,[] ') }), (pattern) => {
        try {
          expect(parseKeywordPattern(pattern).length).toBeGreaterThan(0);
        } catch (error) {
          expect(error).toBeInstanceOf(KeywordPatternError);
        }
      }),
    );
  });
});

describe('Texts are compared', () => {
  test.each([
    ['STRASSE', 'straße'],
    ['STRAẞE', 'strasse'],
    ['ΟΔΟΣ', 'οδος'],
    ['Σ', 'ς'],
    ['İPTAL', 'iptal'],
    ['IPTAL', 'ıptal'],
    ['ﬁnd', 'FIND'],
    ['Ｒｅｆｕｎｄ', 'refund'],
    ['ｶﾞｲﾄﾞ', 'ガイド'],
    ['e\u0301te\u0301', 'ÉTÉ'],
    ['ПРИВЕТ', 'привет'],
    ['what’s new', "What's  NEW"],
    ['co\u00adoperate', 'cooperate'],
    ['❤\ufe0f', '❤'],
    [' a\u00a0\t\nb ', 'a b'],
  ])('%j as %j', (one, other) => expect(toComparable(one)).toBe(toComparable(other)));

  test.each([
    ['resume', 'résumé'],
    ['か', 'が'],
    ['a b', 'ab'],
  ])('%j not as %j', (one, other) => expect(toComparable(one)).not.toBe(toComparable(other)));

  test('in a form that stays as it is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 20 }), (text) => {
        expect(toComparable(toComparable(text))).toBe(toComparable(text));
      }),
      { numRuns: 2_000 },
    );
  });

  test('whatever their case is', () => {
    const letters = fc.string({ unit: fc.constantFrom(...'abzßςσΣéÉİıIiǅŉΰжЖԱև'), maxLength: 12 });
    fc.assert(
      fc.property(letters, (text) => {
        expect(toComparable(text.toUpperCase())).toBe(toComparable(text));
        expect(toComparable(text.toLowerCase())).toBe(toComparable(text));
      }),
      { numRuns: 1_000 },
    );
  });
});

describe('A pattern and a message', () => {
  test.each<[string, string[], string[]]>([
    ['cat', ['cat', 'My CAT sleeps.', 'cat!', '(cat)', "the cat's bowl", 'black-cat'], ['category', 'bobcat', 'c a t']],
    ['money back', ['Money back?', 'my money  back', 'money\nback'], ['moneyback', 'money is back', 'back money']],
    ['[hello]', ['hello', ' HELLO '], ['hello!', 'hello there', 'hell', '']],
    ['[a,b]', ['a,b', 'A,B'], ['a', 'b', 'a, b']],
    ['price+tax', ['tax in the price', 'price, tax'], ['price', 'tax', 'prices and taxes']],
    ['one,two+three', ['one', 'three two'], ['two', 'three']],
    ['a+a b', ['a b', 'x a b'], ['a', 'b']],
    ['a b+b c', ['a b c', 'b c a b'], ['a b', 'b c']],
    ['退款', ['我要退款吗', '退款', '请退款!'], ['退 还 款项', '款退']],
    ['キャンセル', ['予約をキャンセルしたい', 'ｷｬﾝｾﾙ'], ['キャンペーン']],
    ['コーヒー', ['コーヒーcup', 'アイスコーヒーを'], ['コーヒ']],
    ['ยกเลิก', ['ฉันต้องการยกเลิกสมาชิก'], ['ยก']],
    ['iphone', ['我的iPhone坏了'], ['我的iphones坏了']],
    ["l'abonnement", ['résilier l’abonnement'], ['abonnement']],
    ['abonnement', ['résilier l’abonnement'], ['abonnements']],
    ['c#', ['I like C#', 'c#?'], ['c', 'c sharp']],
    ['3.5', ['version 3.5'], ['version 3,5', '13.5', '3.50']],
    ['👍', ['ok 👍', '👍👍'], ['👎']],
    ['قطة', ['هذه قطة صغيرة'], ['قططة']],
    ['snake_case', ['use snake_case'], ['snake', 'snake_cases']],
  ])('%j matches %j and not %j', (pattern, hits, misses) => {
    for (const message of hits) expect([message, matches(pattern, message)]).toEqual([message, true]);
    for (const message of misses) expect([message, matches(pattern, message)]).toEqual([message, false]);
  });
});
