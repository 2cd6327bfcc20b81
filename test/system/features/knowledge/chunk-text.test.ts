import { monitorEventLoopDelay } from 'node:perf_hooks';
import { expect, test } from 'vitest';
import { chunkNow, chunkText } from '../../../../src/features/knowledge/indexing/chunk-text.ts';

const unaborted = new AbortController().signal;
const body = (characters: number): string =>
  '## Ferry\n\nThe ferry leaves the harbour at six in the morning, and nobody waits for it.\n\n'.repeat(
    characters / 85,
  );

test('a long text is cut into the same chunks as a short one would be, blocks before the body', async () => {
  const text = { blocks: [{ kind: 'paragraph' as const, text: 'Summary.' }], body: body(400_000) };
  const chunks = await chunkText(text, unaborted);
  expect(chunks).toEqual(chunkNow(text));
  expect(chunks[0]?.text).toContain('Summary.');
});

test('while a very long text is cut, everything else goes on', async () => {
  const text = { blocks: [], body: body(8_000_000) };
  const begun = performance.now();
  chunkNow(text);
  const alone = performance.now() - begun;
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  await chunkText(text, unaborted);
  delay.disable();
  expect(delay.max / 1e6).toBeLessThan(alone / 2);
});

test('aborted, it ends at once with the reason', async () => {
  const stop = new AbortController();
  const cut = chunkText({ blocks: [], body: body(8_000_000) }, stop.signal);
  stop.abort(new Error('Not wanted'));
  await expect(cut).rejects.toThrow('Not wanted');
  await expect(chunkText({ blocks: [], body: body(400_000) }, stop.signal)).rejects.toThrow('Not wanted');
});
