import { interval } from './compare.ts';
import type { Quality } from './run.ts';

const WIDTH = 11;

/** A row per way to search: its figures and, in percent, how much better than words alone it is. */
export function table(figures: ReadonlyMap<string, Quality>, queries: number): string {
  const words = figures.get('words');
  const header = ['nDCG@10', 'recall@10', 'hit@1', 'hit@5', 'MRR', 'p50 ms', 'p95 ms', 'over words, 95 %'];
  const rows = [...figures].map(([name, quality]): [string, string[]] => {
    const { ndcg, recall, hit1, hit5, mrr, p50, p95 } = quality;
    const shares = [ndcg, recall, hit1, hit5, mrr].map((share) => share.toFixed(4));
    return [name, [...shares, p50.toFixed(1), p95.toFixed(1), words ? gain(quality, words) : '']];
  });
  return [[`${queries} queries`, header] as const, ...rows]
    .map(([name, cells]) => name.padEnd(16) + cells.map((cell) => cell.padStart(WIDTH)).join(''))
    .join('\n');
}

function gain(quality: Quality, words: Quality): string {
  if (quality === words) return '';
  const [low, high] = interval(quality.each, words.each);
  const part = (value: number) => `${value > 0 ? '+' : ''}${((100 * value) / (words.ndcg || 1)).toFixed(1)}`;
  return `  ${part(quality.ndcg - words.ndcg)} % [${part(low)}, ${part(high)}]`;
}
