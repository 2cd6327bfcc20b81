import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compilePattern, PatternBudget, PatternError } from '../../src/text/safe-pattern.ts';

describe('a pattern', () => {
  test.each([
    ['matches anywhere in the text', 'b+', 'abc', true],
    ['is tied to both ends by ^ and $', '^[A-Z]{2}-\\d{3}$', 'xAB-123', false],
    ['knows $ as the end of the text, not of a line', '^a$', 'a\n', false],
    ['tells case', 'abc', 'ABC', false],
    ['counts a character beyond 16 bits as one', '^.$', '😀', true],
    ['knows Unicode properties', '^\\p{Lu}', 'Écrit', true],
    ['knows JavaScript escapes', '^\\u0041\\/$', 'A/', true],
    ['takes look-around syntax inside a class as characters', '^[(?=]+$', '(?=', true],
    ['takes named groups', '^(?<year>\\d{4})$', '2025', true],
    ['is empty and matches all', '', 'anything', true],
  ])('%s', (_, source, text, matches) => {
    expect(compilePattern(source).test(text)).toBe(matches);
  });

  test('answers as JavaScript does on the syntax both have', () => {
    const atom = fc.constantFrom('a', 'b', '[ab]', '[^a]', '.', '\\d', '\\w', '\\b', '(?:ab|b)', '(a|b+)', '^', '$');
    const repeated = fc.tuple(atom, fc.constantFrom('', '', '{2}', '{1,3}', '{0,2}?'));
    const source = fc
      .array(repeated, { maxLength: 5 })
      .map((parts) => parts.map(([part, times]) => (/^(?:[$^]|\\b)$/.test(part) ? part : part + times)).join(''));
    fc.assert(
      fc.property(source, fc.string({ unit: fc.constantFrom('a', 'b', '1', ' '), maxLength: 8 }), (pattern, text) => {
        expect(compilePattern(pattern).test(text)).toBe(RegExp(pattern).test(text));
      }),
      { numRuns: 1000 },
    );
  });
});

describe('compilePattern rejects', () => {
  test.each([
    ['a(?=b)', 'uses a look-ahead, which is not supported'],
    ['a(?!b)', 'uses a look-ahead, which is not supported'],
    ['(?<=a)b', 'uses a look-behind, which is not supported'],
    ['(?<!a)b', 'uses a look-behind, which is not supported'],
    ['(a)\\1', 'uses a back-reference, which is not supported'],
    ['(?<x>a)\\k<x>', 'uses a back-reference, which is not supported'],
    ['\\p{Foo}', 'uses \\p{Foo}, which is not supported'],
    ['(', 'is not a regular expression: unterminated group'],
    ['[z-a]', 'is not a regular expression: range out of order in character class'],
    ['a**', 'is not a regular expression: nothing to repeat'],
  ])('%j: it %s', (source, message) => {
    expect(() => compilePattern(source)).toThrow(new PatternError(message));
  });

  test('a source of more than 1,000 characters', () => {
    expect(() => compilePattern('a'.repeat(1001))).toThrow(new PatternError('must be at most 1000 characters long'));
  });

  test.each([
    ['one repetition over 1,000', 'a{1001}'],
    ['nested repetitions that multiply to more', '((a{10}){10}){11}'],
    ['nested repetitions that multiply to a million', '(?:a{1000}){1000}'],
    ['many repetitions beside each other', '.{900}'.repeat(3)],
    ['many repetitions beside each other, repeated', `(?:${'.{9}'.repeat(240)}){100}`],
  ])('%s', (_, source) => {
    expect(() => compilePattern(source)).toThrow(/^is too large: /);
  });

  test.each(['(?:a?){1000}', '^.{1,1000}$', '\\u{10000}{2}', '^(?:\\p{L}{1,30} ?){1,20}$'])('but not %s', (source) => {
    expect(compilePattern(source).size).toBeGreaterThan(0);
  });
});

describe('patterns that make a backtracking engine hang', () => {
  // A backtracking engine would need more than 2^100 000 steps for these: that they end at all is the proof.
  test.each(['^(a+)+$', '^(a|a)*$', '^(a|aa)+$', '(.*)*x$', '^(([a-z])+.)+[A-Z]([a-z])+$', '^(\\w+\\s?)*$'])(
    '%s answers on 100 000 characters',
    (source) => {
      expect(compilePattern(source).test(`${'a'.repeat(100_000)}!`)).toBe(false);
    },
  );
});

test('a budget gives out its steps once', () => {
  const budget = new PatternBudget();
  expect(budget.take(5_000_001)).toBe(false);
  expect(budget.take(3_000_000)).toBe(true);
  expect(budget.take(3_000_000)).toBe(false);
  expect(budget.take(2_000_000)).toBe(true);
});

test('the steps of a test grow with the pattern and the text, and ordinary ones stay small', () => {
  const sku = compilePattern('^[A-Z]{2}-\\d{3}$');
  expect(sku.steps('AB-123')).toBeLessThan(200);
  expect(compilePattern('.{1000}').steps('a'.repeat(100_000))).toBeGreaterThan(50_000_000);
});

test('a pattern gives the same answer before and after its memory of states is cleared', () => {
  const pattern = compilePattern('^(?:ab)*$');
  for (let round = 0; round < 5; round += 1) {
    expect(pattern.test('ab'.repeat(20_000))).toBe(true);
    expect(pattern.test(`${'ab'.repeat(20_000)}a`)).toBe(false);
  }
});
