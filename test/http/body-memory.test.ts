import { describe, expect, test } from 'vitest';
import { BodyMemory } from '../../src/http/gate/body-memory.ts';

const MB = 1024 * 1024;
const neverAsked = (): AbortSignal => {
  throw new Error('A request that does not wait needs no signal');
};

describe('the memory of request bodies', () => {
  test('is given at once while there is enough, without a signal of the connection', async () => {
    const memory = new BodyMemory(10 * MB);
    await memory.take('site', 5 * MB, neverAsked);
    await memory.take('other', 5 * MB, neverAsked);
    await memory.take('third', 64 * 1024, neverAsked);
  });

  test('of one holder is half of it: the next of its bodies waits until one is released, others do not', async () => {
    const memory = new BodyMemory(10 * MB);
    const release = await memory.take('site', 4 * MB, neverAsked);
    let isGranted = false;
    const next = memory.take('site', 2 * MB, () => new AbortController().signal).then(() => (isGranted = true));
    await memory.take('other', 4 * MB, () => new AbortController().signal);
    expect(isGranted).toBe(false);
    release();
    await next;
  });

  test('is not waited for by a client that has disconnected', async () => {
    const memory = new BodyMemory(10 * MB);
    const release = await memory.take('site', 5 * MB, neverAsked);
    const disconnected = new AbortController();
    const waiting = memory.take('site', 5 * MB, () => disconnected.signal);
    disconnected.abort();
    await expect(waiting).rejects.toThrow('Too many concurrent large requests');
    release();
    await memory.take('site', 5 * MB, neverAsked);
  });
});
