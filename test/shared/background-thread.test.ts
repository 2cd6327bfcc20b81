import { performance } from 'node:perf_hooks';
import { afterAll, describe, expect, test } from 'vitest';
import { createLocalEmbedder } from '../../src/adapters/embedder/local.ts';
import type { CountedText } from '../../src/adapters/vector-index/embedded/stored-terms.ts';
import { entryFile } from '../../src/shared/paths.ts';
import { BackgroundThread } from '../../src/shared/process/background-thread.ts';

describe('a background thread', () => {
  const thread = new BackgroundThread<unknown, CountedText[]>(
    entryFile('adapters/vector-index/embedded/stored-terms.thread'),
  );
  afterAll(() => thread.close());

  const count = (text: string) => thread.run([{ title: '', text }]);

  test('answers each call with its own result', async () => {
    const results = await Promise.all(['chain', 'saddle chain', 'wheel saddle chain'].map(count));
    expect(results.map(([first]) => first?.length)).toEqual([1, 2, 3]);
  });

  test('rejects a call whose work fails, and answers the next', async () => {
    await expect(thread.run(null)).rejects.toThrow('Cannot read properties of null');
    expect(await count('word')).toHaveLength(1);
  });

  test('rejects what was running when it ended, and starts again', async () => {
    const running = count('chain '.repeat(1_000_000));
    const ended = expect(running).rejects.toThrow('The thread ended');
    await Promise.all([thread.close(), expect(count('chain')).resolves.toHaveLength(1), ended]);
  });
});

test('passages are embedded beside the event loop', async () => {
  const embedder = createLocalEmbedder();
  await embedder.embedPassages(['started']);
  const texts = Array.from({ length: 2_000 }, (_, n) =>
    `Passage ${n} of brakes, wheels and chains in workshop ${n}. `.repeat(10),
  );
  const before = performance.eventLoopUtilization();
  const vectors = await embedder.embedPassages(texts);
  const { utilization } = performance.eventLoopUtilization(before);
  await embedder.close();
  expect(vectors).toHaveLength(2_000);
  // Embedding here would use all of it.
  expect(utilization).toBeLessThan(0.7);
});
