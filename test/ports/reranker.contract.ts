import { describe, expect, test } from 'vitest';
import type { Reranker } from '../../src/ports/reranker.ts';

/** The promises of the Reranker port; each adapter runs them all. `reranker` is called within each test. */
export function describeReranker(name: string, reranker: () => Reranker): void {
  describe(`${name} as a reranker`, () => {
    test('ranks every passage once, best first, with scores from 0 to 1', async () => {
      const ranked = await reranker().rerank('snow on the mountain', PASSAGES);
      expect(ranked.map(({ index }) => index).toSorted()).toEqual([0, 1, 2]);
      expect(ranked[0]?.index).toBe(1);
      const scores = ranked.map(({ score }) => score);
      expect(scores).toEqual(scores.toSorted((one, other) => other - one));
      expect(scores.every((score) => score >= 0 && score <= 1)).toBe(true);
    });

    test('gives at most the best that are asked for', async () => {
      const all = await reranker().rerank('snow on the mountain', PASSAGES);
      expect(await reranker().rerank('snow on the mountain', PASSAGES, { topN: 2 })).toEqual(all.slice(0, 2));
      expect(await reranker().rerank('snow', PASSAGES, { topN: 99 })).toHaveLength(3);
      expect(await reranker().rerank('snow', PASSAGES, { topN: 0 })).toEqual([]);
    });

    test('blank passages come last, and a blank query ranks nothing', async () => {
      const ranked = await reranker().rerank('mountain', ['', 'the mountain', ' \n']);
      expect(ranked.map(({ index }) => index)).toEqual([1, 0, 2]);
      expect(ranked.slice(1).map(({ score }) => score)).toEqual([0, 0]);
      expect(await reranker().rerank('mountain', [])).toEqual([]);
      expect(await reranker().rerank(' ', ['a'])).toEqual([{ index: 0, score: 0 }]);
    });

    test('the one that fits is found among thousands', async () => {
      const passages = Array.from({ length: 2_500 }, (_, at) => `passage number ${at}`);
      passages[2_345] = 'snow on the high mountain';
      const ranked = await reranker().rerank('snow mountain', passages, { topN: 3 });
      expect(ranked).toHaveLength(3);
      expect(ranked[0]?.index).toBe(2_345);
    });

    test('odd texts are only texts', async () => {
      const odd = ['\uD800', 'a\0b', '😀', 'x'.repeat(100_000), '%s ${x} <b>'];
      for (const text of odd) expect(await reranker().rerank(text, odd)).toHaveLength(odd.length);
    });

    test('an aborted call rejects with the reason given', async () => {
      const reason = new Error('not needed any more');
      await expect(reranker().rerank('a', ['a'], { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    });
  });
}

const PASSAGES = [
  'Bread is baked in a hot oven.',
  'The mountain is high and covered with snow.',
  'The mountain railway runs each hour.',
];
