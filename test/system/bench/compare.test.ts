import { describe, expect, test } from 'vitest';
import { documentation } from '../../../bench/eval/documentation.ts';
import { interval, lossesOf } from '../../../bench/eval/compare.ts';
import type { Quality } from '../../../bench/eval/run.ts';

const of = (each: number[]): Quality => {
  const ndcg = each.reduce((sum, value) => sum + value, 0) / each.length;
  return { ndcg, recall: 0, hit1: 0, hit5: 0, mrr: 0, p50: 0, p95: 0, each };
};
const repeated = (values: number[]) => Array.from({ length: 100 }, (_, at) => values[at % values.length] ?? 0);

describe('an evaluation', () => {
  const words = of(repeated([0.5, 0.7]));

  test('fails if hybrid is below a leg by more than noise', () => {
    const figures = (hybrid: number[]) =>
      new Map([
        ['words', words],
        ['standard', of(repeated([0.1]))],
        ['hybrid', of(repeated(hybrid))],
      ]);
    expect(lossesOf(figures([0.4, 0.6]))).toEqual(['hybrid is below words by 0.1000 to 0.1000 (95 %)']);
    expect(lossesOf(figures([0.05, 0.05]))).toHaveLength(2);
    expect(lossesOf(figures([0.6, 0.8]))).toEqual([]);
    // Better for some queries, worse for others, and a little worse on average.
    expect(lossesOf(figures([0.9, 0.28]))).toEqual([]);
  });

  test('compares the same queries', () => {
    const [low, high] = interval(repeated([1, 0]), repeated([0.9, 0]));
    expect(low).toBeGreaterThan(0.03);
    expect(high).toBeLessThan(0.07);
  });

  test('has 40 questions about documentation, which their pages answer', async () => {
    const { queries, documents } = await documentation();
    expect(queries).toHaveLength(40);
    expect(documents.length).toBeGreaterThan(50);
  });
});
