import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { KeywordMatcher } from '../../../src/features/trigger/keyword-matcher.ts';

/** Written as people write; read as one word each, or as characters that count alone. */
const WORDS = ['cat', 'CAT', 'catch', 'straße', 'STRASSE', 'ΟΔΟΣ', 'οδος', 'é', 'İ', 'i', 'x1'];
const SINGLES = ['退', '款', 'カ', 'ー', 'ก', '.', '-', '!', '👍'];
const FOLDED: Record<string, string> = {
  CAT: 'cat',
  straße: 'strasse',
  STRASSE: 'strasse',
  ΟΔΟΣ: 'οδοσ',
  οδος: 'οδοσ',
  İ: 'i',
};

/** A text as its units. Words need a space or a single between them, singles need nothing. */
type Units = string[];

function write(units: Units, spaces: string): string {
  return units.reduce((text, unit, index) => {
    const apart = index > 0 && WORDS.includes(unit) && WORDS.includes(units[index - 1] ?? '');
    return text + (apart ? spaces : '') + unit;
  }, '');
}

const fold = (units: Units) => units.map((unit) => FOLDED[unit] ?? unit);
const contains = (message: Units, phrase: Units) =>
  ` ${fold(message).join(' ')} `.includes(` ${fold(phrase).join(' ')} `);

interface Part {
  units: Units;
  spaces: string;
}
type Alternative = { exact: Part } | { all: Part[] };

const unit = fc.oneof(fc.constantFrom(...WORDS), fc.constantFrom(...SINGLES));
const part = fc.record({
  units: fc.array(unit, { minLength: 1, maxLength: 3 }),
  spaces: fc.constantFrom(' ', '  ', '\t', '\u00a0'),
});
const alternative = fc.oneof(
  fc.record({ exact: part }),
  fc.record({ all: fc.array(part, { minLength: 1, maxLength: 3 }) }),
);
const pattern = fc.array(alternative, { minLength: 1, maxLength: 3 });
const message = fc.record({ units: fc.array(unit, { maxLength: 7 }), spaces: fc.constantFrom(' ', '   ', '\n') });

const writePart = ({ units, spaces }: Part) => write(units, spaces);
const writePattern = (alternatives: Alternative[], padding: string) =>
  alternatives
    .map((each) =>
      'exact' in each ? `[${writePart(each.exact)}]` : each.all.map(writePart).join(`${padding}+${padding}`),
    )
    .join(`${padding},${padding}`);

/** A message that says just what a pattern asks for first. */
function wholePart(alternatives: Alternative[] | undefined): Part | undefined {
  const first = alternatives?.[0];
  return first && ('exact' in first ? first.exact : first.all[0]);
}

/** What the interface says, word for word. */
function expected(alternatives: Alternative[], said: Part): boolean {
  const normal = ({ units }: Part) => write(fold(units), ' ');
  return alternatives.some((each) =>
    'exact' in each
      ? normal(each.exact) === normal(said)
      : each.all.every((phrase) => contains(said.units, phrase.units)),
  );
}

describe('The compiled triggers of a site', () => {
  test('match what a naive reading of each pattern matches, in their order', () => {
    const patterns = fc.array(fc.tuple(pattern, fc.constantFrom('', ' ', '  ')), { maxLength: 6 });
    let hits = 0;
    fc.assert(
      fc.property(patterns, message, fc.nat(2), (rules, random, choice) => {
        const said = choice === 0 ? random : (wholePart(rules[0]?.[0]) ?? random);
        const matcher = new KeywordMatcher(rules.map(([rule, padding]) => writePattern(rule, padding)));
        const right = rules.flatMap(([rule], index) => (expected(rule, said) ? [index] : []));
        hits += right.length;
        expect(matcher.match(` ${write(said.units, said.spaces)} `)).toEqual(right);
      }),
      { numRuns: 3_000 },
    );
    expect(hits).toBeGreaterThan(300);
  });

  test('match alone as they match among others', () => {
    const many = fc.array(pattern, { minLength: 2, maxLength: 12 });
    fc.assert(
      fc.property(many, message, (rules, said) => {
        const texts = rules.map((rule) => writePattern(rule, ''));
        const spoken = write(said.units, ' ');
        const alone = texts.flatMap((text, index) =>
          new KeywordMatcher([text]).match(spoken).length > 0 ? [index] : [],
        );
        expect(new KeywordMatcher(texts).match(spoken)).toEqual(alone);
      }),
      { numRuns: 500 },
    );
  });

  test('find phrases that overlap, begin with, or end in one another', () => {
    const matcher = new KeywordMatcher(['a b c', 'b c', 'c', 'b c d', 'a b c d e', 'd x', 'a a b']);
    expect(matcher.match('a b c d')).toEqual([0, 1, 2, 3]);
    expect(matcher.match('a a a b')).toEqual([6]);
    expect(matcher.match('a b c d e')).toEqual([0, 1, 2, 3, 4]);
    expect(matcher.match('b c d x')).toEqual([1, 2, 3, 5]);
    const behindBeginnings = new KeywordMatcher(['a b c d', 'b c x', 'c']);
    expect(behindBeginnings.match('a b c')).toEqual([2]);
    expect(behindBeginnings.match('a b c x')).toEqual([1, 2]);
  });

  test('match nothing without patterns', () => {
    expect(new KeywordMatcher([]).match('anything at all')).toEqual([]);
  });

  const times = (work: () => void, rounds: number): number => {
    const taken = Array.from({ length: rounds }, () => {
      const start = performance.now();
      work();
      return performance.now() - start;
    }).toSorted((a, b) => a - b);
    return taken[Math.floor(rounds / 2)] ?? Infinity;
  };
  const word = (n: number) => `w${(n * 7_919) % 3_001}`;
  const triggers = (count: number) =>
    Array.from({ length: count }, (_, n) =>
      n % 3 === 0
        ? `${word(n)} ${word(n + 1)}, ${word(n + 2)} n${n}`
        : n % 3 === 1
          ? `${word(n)}+n${n}`
          : `[${word(n)} n${n}]`,
    );
  const spoken = Array.from({ length: 40 }, (_, n) => word(n * 31)).join(' ');

  test('take about as long for 10,000 triggers as for 100', () => {
    const few = new KeywordMatcher(triggers(100));
    const many = new KeywordMatcher(triggers(10_000));
    for (let warm = 0; warm < 200; warm++) [few, many].forEach((matcher) => matcher.match(spoken));
    const ratio = times(() => many.match(spoken), 301) / times(() => few.match(spoken), 301);
    expect(ratio).toBeLessThan(20);
  });

  test('take as long when every trigger asks for a word of the message beside another', () => {
    const asking = (count: number) => new KeywordMatcher(Array.from({ length: count }, (_, n) => `hello+n${n}`));
    const [few, many] = [asking(10), asking(10_000)];
    for (let warm = 0; warm < 200; warm++) [few, many].forEach((matcher) => matcher.match('hello n1'));
    expect(many.match('hello n1 and n9999')).toEqual([1, 9_999]);
    const ratio = times(() => many.match('hello there, n1'), 301) / times(() => few.match('hello there, n1'), 301);
    expect(ratio).toBeLessThan(20);
  });

  test('read a message in time that does not grow with the length of phrases that are all alike', () => {
    const repeated = (shortest: number) =>
      new KeywordMatcher(
        Array.from({ length: 60 }, (_, n) =>
          Array(shortest + n)
            .fill('a')
            .join(' '),
        ),
      );
    const short = repeated(5);
    const long = repeated(900);
    const hostile = `${Array(899).fill('a').join(' ')} b `.repeat(4);
    expect(long.match(hostile)).toEqual([]);
    expect(long.match(`a a ${hostile}`)).toEqual([0, 1]);
    const ratio = times(() => long.match(hostile), 15) / times(() => short.match(hostile), 15);
    expect(ratio).toBeLessThan(20);
  });
});
