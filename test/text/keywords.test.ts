import { describe, expect, test } from 'vitest';
import { findKeywords } from '../../src/text/keywords.ts';

const passage = (text: string, ...section: string[]) => ({ section, text });

describe('the keywords of a text', () => {
  test('are the words that it repeats most, in any form, without those of the title and everyday words', () => {
    const text = 'The derailleur moves the chain. Derailleurs have a cage. A derailleur needs a straight hanger.';
    const chains = 'The chain is worn. A chain needs oil; use little oil, and wipe the oil off. 2026 2026 2026';
    expect(findKeywords('Using the cage', [passage(text, 'Gears'), passage(chains), passage('cage cage')])).toEqual([
      'derailleur',
      'chain',
      'oil',
    ]);
  });

  test('are found in the language of the text', () => {
    const german = 'Die Kette und die Ketten, mit der Kette, und für die Räder das Rad, die Räder und die Räder.';
    expect(findKeywords('Pflege', [passage(german), passage('Und das ist der Schluss.')])).toContain('kette');
    expect(findKeywords('Pflege', [passage(german), passage('Und das ist der Schluss.')])).not.toContain('die');
  });

  test('count a heading once, however many passages its section has', () => {
    expect(findKeywords('', [passage('a', 'Spoke'), passage('b', 'Spoke'), passage('c', 'Spoke')])).toEqual([]);
    expect(findKeywords('', [passage('a spoke', 'Spoke'), passage('b', 'Wheel'), passage('c', 'Spoke')])).toEqual([
      'spoke',
    ]);
  });

  test('are at most ten, and none of a single passage', () => {
    const words = Array.from({ length: 30 }, (_, n) =>
      String.fromCodePoint(97 + (n % 26)).repeat(4 + (n > 25 ? 1 : 0)),
    );
    const text = [...words, ...words, ...words].join(' ');
    expect(findKeywords('', [passage(text), passage('')])).toEqual(words.slice(0, 10));
    expect(findKeywords('', [passage(text)])).toEqual([]);
  });
});
