import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { highlight } from '../../../src/features/search/snippet.ts';
import { cpuTime } from '../../support/cpu-time.ts';

function marked(text: string, query: string, maxLength?: number): string {
  const snippet = highlight(text, query, maxLength === undefined ? {} : { maxLength });
  let shown = snippet.text;
  for (const { start, end } of snippet.highlights.toReversed()) {
    shown = `${shown.slice(0, start)}[${shown.slice(start, end)}]${shown.slice(end)}`;
  }
  return shown;
}

describe('highlight', () => {
  test('marks the words of the query in a short text, whatever their form, case or accents', () => {
    expect(marked('Heated plates and a Crème brûlée.', 'HEATING creme')).toBe('[Heated] plates and a [Crème] brûlée.');
    expect(marked('Le prix des abonnements est fixe pour nous.', "Quel est le prix d'un abonnement ?")).toBe(
      'Le [prix] des [abonnements] est fixe pour nous.',
    );
  });

  test('does not mark function words', () => {
    expect(marked('What is the wing of the plane?', 'what is the wing')).toBe('What is the [wing] of the plane?');
  });

  test('marks runs of a script without blanks as one', () => {
    expect(marked('今日の東京都の天気は晴れです。', '東京都')).toBe('今日の[東京都]の天気は晴れです。');
  });

  test('shows the sentence with most of the words asked for', () => {
    const filler = 'Nothing to see in this sentence at all. '.repeat(10);
    const text = `${filler}A turbine is here. ${filler}The turbine blade cracked under heat. ${filler}`;
    expect(marked(text, 'turbine blade heat', 90)).toMatch(
      /^….*The \[turbine\] \[blade\] cracked under \[heat\]\..*…$/,
    );
    expect(highlight(text, 'turbine blade heat', { maxLength: 90 }).text.length).toBeLessThanOrEqual(90);
  });

  test('begins at a sentence and ends at one where they are near', () => {
    const text = `${'Some words stand before it. '.repeat(9)}Here is the needle now. ${'Others come after. '.repeat(9)}`;
    expect(highlight(text, 'needle', { maxLength: 120 }).text).toMatch(/^…(?:Some|Here) .*(?:it|now|after)\.…$/);
  });

  test('without a matching word it is the beginning of the text', () => {
    const text = 'First sentence of all. '.repeat(30);
    const snippet = highlight(text, 'absent', { maxLength: 60 });
    expect(snippet.highlights).toEqual([]);
    expect(snippet.text).toMatch(/^First sentence of all\..*…$/);
    expect(highlight('', 'absent')).toEqual({ text: '', highlights: [] });
  });

  test('is within its length, cuts no character in half, and marks only the words asked for, whatever the text', () => {
    const part = fc.constantFrom(
      'wing',
      'wings ',
      ' ',
      '. ',
      '漢字',
      '😀',
      'é',
      '\n',
      '<b>',
      'x'.repeat(40),
      'Winged ',
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 80 }), fc.integer({ min: 10, max: 120 }), (parts, maxLength) => {
        const source = parts.join('');
        const { text, highlights } = highlight(source, 'wing 漢字', { maxLength });
        expect(text.length).toBeLessThanOrEqual(maxLength);
        expect(text.isWellFormed()).toBe(true);
        expect(source).toContain(text.replace(/^…/, '').replace(/…$/, ''));
        for (const [at, { start, end }] of highlights.entries()) {
          expect(text.slice(start, end).toLowerCase()).toMatch(/^(?:wing|漢字)/);
          expect(start).toBeGreaterThanOrEqual((highlights[at - 1]?.end ?? -1) + 1);
        }
      }),
      { numRuns: 300 },
    );
  });

  test('a long text made of matches takes little time', () => {
    expect(cpuTime(() => highlight('wing '.repeat(100_000), 'wing'))).toBeLessThan(2000);
  });
});
