import { describe, expect, test } from 'vitest';
import type { Embedder } from '../../src/ports/embedder.ts';

/** The promises of the Embedder port; each adapter runs them all. `embedder` is called within each test. */
export function describeEmbedder(name: string, embedder: () => Embedder): void {
  describe(`${name} as an embedder`, () => {
    test('every vector has the stated number of finite numbers and length 1', async () => {
      const vectors = [...(await embedder().embedPassages(TEXTS)), await embedder().embedQuery('how high is it?')];
      for (const vector of vectors) {
        expect(vector).toBeInstanceOf(Float32Array);
        expect(vector).toHaveLength(embedder().dimensions);
        expect(Math.hypot(...vector)).toBeCloseTo(1, 5);
      }
    });

    test('a text with nothing in it gives the zero vector, in its place', async () => {
      const vectors = await embedder().embedPassages(['', 'mountain', ' \n\t']);
      expect(vectors.map((vector) => Math.round(Math.hypot(...vector)))).toEqual([0, 1, 0]);
      expect(Math.hypot(...(await embedder().embedQuery('  ')))).toBe(0);
    });

    test('the same text gives the same vector, alone or among others', async () => {
      const [alone] = await embedder().embedPassages(['the mountain']);
      const [, among] = await embedder().embedPassages(['a river', 'the mountain', 'the sea']);
      expect(among).toEqual(alone);
    });

    test('any number of texts is answered with one vector each, in order', async () => {
      expect(await embedder().embedPassages([])).toEqual([]);
      const texts = Array.from({ length: 250 }, (_, at) => `mountain number ${at}`);
      const vectors = await embedder().embedPassages(texts);
      expect(vectors).toHaveLength(250);
      const [last] = await embedder().embedPassages(texts.slice(-1));
      expect(vectors.at(-1)).toEqual(last);
    });

    test('a question is nearest to the passage that speaks of the same things', async () => {
      const passages = await embedder().embedPassages(TEXTS);
      for (const [at, question] of QUESTIONS.entries()) {
        const query = await embedder().embedQuery(question);
        const nearness = passages.map((passage) => cosine(passage, query));
        expect(nearness.indexOf(Math.max(...nearness)), question).toBe(at);
      }
    });

    test('odd texts are only texts', async () => {
      const odd = ['\uD800', 'a\0b', '😀', 'x'.repeat(100_000), 'word '.repeat(20_000), '%s ${x} <b>'];
      for (const vector of await embedder().embedPassages(odd)) {
        expect(vector.every(Number.isFinite)).toBe(true);
      }
    });

    test('an aborted call rejects with the reason given', async () => {
      const reason = new Error('not needed any more');
      const signal = AbortSignal.abort(reason);
      await expect(embedder().embedPassages(['mountain'], { signal })).rejects.toBe(reason);
      await expect(embedder().embedQuery('mountain', { signal })).rejects.toBe(reason);
    });
  });
}

export function cosine(a: Float32Array, b: Float32Array): number {
  return a.reduce((sum, number, at) => sum + number * (b[at] ?? 0), 0);
}

const TEXTS = [
  'The mountain is four thousand metres high and covered with snow.',
  'Bread is baked from flour, water and yeast in a hot oven.',
  'Subscriptions renew each month until the customer cancels them.',
];
const QUESTIONS = ['mountain covered with snow', 'bread baked in an oven', 'when do subscriptions renew each month'];
