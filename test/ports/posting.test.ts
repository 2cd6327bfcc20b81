import { expect, test } from 'vitest';
import { PostingList } from '../../src/adapters/vector-index/embedded/postings.ts';
import { runSteps } from '../../src/shared/loop-scheduler.ts';

function contentsOf(posting: PostingList): [slot: number, count: number][] {
  const contents: [number, number][] = [];
  runSteps(posting.each((slot, count) => contents.push([slot, count])));
  return contents;
}

test('Entries keep their slots and counts, up to 255 of them, in the order in which they were added', () => {
  const posting = new PostingList('brake');
  const entries = Array.from({ length: 1_000 }, (_, at): [number, number] => [at * 16_000, (at % 300) + 1]);
  for (const [slot, count] of entries) posting.add(slot, count);
  expect(contentsOf(posting)).toEqual(entries.map(([slot, count]) => [slot, Math.min(count, 255)]));
  expect(posting.live).toBe(1_000);
});

test('Removed entries are left out when the others are renumbered, and more can be added', () => {
  const posting = new PostingList('brake');
  for (const slot of [0, 2, 3, 5]) posting.add(slot, slot + 1);
  posting.renumber(Int32Array.of(0, -1, -1, 1, 2, 3));
  expect(contentsOf(posting)).toEqual([
    [0, 1],
    [1, 4],
    [3, 6],
  ]);
  for (const slot of [4, 5, 6]) posting.add(slot, 9);
  expect(contentsOf(posting).slice(3)).toEqual([
    [4, 9],
    [5, 9],
    [6, 9],
  ]);
});
