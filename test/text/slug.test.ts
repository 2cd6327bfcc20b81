import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isSlug, GENERATED_SLUG_LENGTH, numberedSlug, slugify } from '../../src/text/slug.ts';

const anyText = fc.string({ unit: 'binary', maxLength: 400 });

describe('slugify', () => {
  test.each([
    ['Hello, World!', 'hello-world'],
    ['Straße Ærø Øl Łódź Þór', 'strasse-aero-ol-lodz-thor'],
    ['Crème Brûlée', 'creme-brulee'],
    ['Cafe\u0301', 'cafe'],
    ['Привет, мир', 'privet-mir'],
    ['Ελληνικά γλώσσα', 'ellinika-glossa'],
    ['İstanbul ısı', 'istanbul-isi'],
    ['中文标题', 'zhong-wen-biao-ti'],
    ["Don’t stop, it's 50 % off", 'dont-stop-its-50-off'],
    ['--a__b--', 'a-b'],
  ])('makes %j into %j', (text, slug) => {
    expect(slugify(text)).toBe(slug);
  });

  test('falls back where no letter or digit is left', () => {
    expect(slugify(' !?… ')).toBe('untitled');
    expect(slugify('', 'item')).toBe('item');
  });

  test('cuts a long text between words, and a long word anywhere', () => {
    expect(slugify('word '.repeat(100))).toBe('word-'.repeat(19).slice(0, -1));
    expect(slugify('a'.repeat(300))).toBe('a'.repeat(GENERATED_SLUG_LENGTH));
  });

  test('makes a slug of any text, and leaves that slug alone', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const slug = slugify(text);
        expect(isSlug(slug)).toBe(true);
        expect(slug.length).toBeLessThanOrEqual(GENERATED_SLUG_LENGTH);
        expect(slugify(slug)).toBe(slug);
      }),
    );
  });
});

test('isSlug takes lower-case letters, digits and inner hyphens up to 200 characters', () => {
  for (const slug of ['a', '7', 'a-b', 'a--b', '2025-review', 'x'.repeat(200)]) expect(isSlug(slug)).toBe(true);
  for (const text of ['', '-a', 'a-', 'A', 'a b', 'a_b', 'é', 'a\n', 'a/b', 'x'.repeat(201)])
    expect(isSlug(text)).toBe(false);
});

test('numberedSlug appends the number and shortens the words before it to stay within the length', () => {
  expect(numberedSlug('hello', 2)).toBe('hello-2');
  const long = slugify('a'.repeat(300));
  expect(numberedSlug(long, 12)).toBe(`${'a'.repeat(GENERATED_SLUG_LENGTH - 3)}-12`);
  fc.assert(
    fc.property(anyText, fc.integer({ min: 2, max: 1e6 }), (text, n) => {
      const slug = numberedSlug(slugify(text), n);
      expect(isSlug(slug) && slug.endsWith(`-${n}`) && slug.length <= GENERATED_SLUG_LENGTH).toBe(true);
    }),
  );
});
