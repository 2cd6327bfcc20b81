import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { VectorIndex } from '../../src/ports/vector-index.ts';
import { openEmbeddedVectorIndex } from '../support/embedded-index.ts';
import { chunk, DIMENSIONS } from '../support/chunk.ts';
import { describeVectorIndex } from './vector-index.contract.ts';

describeVectorIndex('the embedded index', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'vector-index-'));
  const { index } = await openEmbeddedVectorIndex({ dir, dimensions: DIMENSIONS, model: 'test' });
  return {
    index,
    close: async () => {
      await index.close();
      await rm(dir, { recursive: true });
    },
  };
});

describe('opening the embedded index', () => {
  let dir: string;
  const opened: { index: VectorIndex }[] = [];

  beforeEach(async () => {
    dir = join(await mkdtemp(join(tmpdir(), 'vector-index-')), 'index');
  });
  afterEach(async () => {
    for (const { index } of opened.splice(0)) await index.close();
    await rm(dir, { recursive: true, force: true });
  });

  const open = async (options: { model?: string; dimensions?: number; patienceMs?: number } = {}) => {
    const answer = await openEmbeddedVectorIndex({ dir, dimensions: DIMENSIONS, model: 'test', ...options });
    opened.push(answer);
    return answer;
  };
  const fill = async () => {
    const { index, confirmRebuilt } = await open();
    await index.upsert('site', [chunk(), chunk()]);
    await confirmRebuilt();
    await index.close();
  };

  test('the first time it has to be filled', async () => {
    expect((await open()).rebuilt).toBe(true);
  });

  test('after it was filled and confirmed, chunks are kept', async () => {
    await fill();
    const { index, rebuilt } = await open();
    expect(rebuilt).toBe(false);
    expect(await index.count('site')).toBe(2);
    expect(await index.search('site', { mode: 'keyword', text: 'common', filter: {}, limit: 9 })).toHaveLength(2);
  });

  test('after an unconfirmed filling it starts empty again', async () => {
    const { index } = await open();
    await index.upsert('site', [chunk()]);
    await index.close();
    const again = await open();
    expect(again.rebuilt).toBe(true);
    expect(await again.index.count('site')).toBe(0);
  });

  test.each([{ model: 'another' }, { dimensions: 4 }])('for other vectors (%o) it starts empty', async (options) => {
    await fill();
    const { index, rebuilt } = await open(options);
    expect(rebuilt).toBe(true);
    expect(await index.count('site')).toBe(0);
  });

  test('without its manifest it starts empty', async () => {
    await fill();
    await rm(join(dir, 'manifest.json'));
    expect((await open()).rebuilt).toBe(true);
  });

  test('with damaged files it starts empty and can be filled', async () => {
    await fill();
    const files = (await readdir(join(dir, 'chunks'), { recursive: true, withFileTypes: true })).filter((entry) =>
      entry.isFile(),
    );
    for (const { parentPath, name } of files.filter((file) => file.name !== 'LOCK')) {
      await writeFile(join(parentPath, name), 'damaged').catch(() => undefined);
    }
    const { index, rebuilt } = await open();
    expect(rebuilt).toBe(true);
    await index.upsert('site', [chunk()]);
    expect(await index.count('site')).toBe(1);
  });

  test('a second opening fails and leaves the first unchanged, with any model', async () => {
    const { index, confirmRebuilt } = await open();
    await index.upsert('site', [chunk()]);
    await confirmRebuilt();
    await expect(open({ patienceMs: 0 })).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    await expect(open({ model: 'another', patienceMs: 500 })).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    expect(await index.count('site')).toBe(1);
  });

  test('a closed index rejects calls instead of crashing', async () => {
    const { index } = await open();
    const query = { mode: 'hybrid', text: 'a', vector: chunk().vector, filter: {}, limit: 1 } as const;
    await Promise.allSettled([index.search('site', query), index.close(), index.close()]);
    await expect(index.check()).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    await expect(index.upsert('site', [chunk()])).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  });
});
