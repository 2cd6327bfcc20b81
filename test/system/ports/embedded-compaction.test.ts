import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { VectorIndex } from '../../../src/ports/vector-index.ts';
import { chunk, DIMENSIONS, axis, unit } from '../../support/chunk.ts';
import { openEmbeddedVectorIndex } from '../../support/embedded-index.ts';

const IDS = 300;
const MIN_DEAD = 200;

let dir: string;
let index: VectorIndex;
let confirmRebuilt: () => Promise<void>;
/** What the index must hold: the serial number of the last write of each chunk. */
let held: Map<string, number>;
let serial: number;

async function open(): Promise<void> {
  const options = { dir, dimensions: DIMENSIONS, model: 'test', minDead: MIN_DEAD };
  ({ index, confirmRebuilt } = await openEmbeddedVectorIndex(options));
}

beforeEach(async () => {
  dir = join(await mkdtemp(join(tmpdir(), 'vector-index-')), 'index');
  [held, serial] = [new Map(), 0];
  await open();
});
afterEach(async () => {
  await index.close();
  await rm(dir, { recursive: true, force: true });
});

/** A different one for each write; its cosine with the first axis tells the number. */
const vectorOf = (number: number) => unit([1, number / 1_000]);
const numberOf = (cosine: number) => Math.round(1_000 * Math.tan(Math.acos(cosine)));

async function writeSome(): Promise<void> {
  const ids = new Set(Array.from({ length: 20 }, () => String(Math.floor(Math.random() * IDS))));
  const written = [...ids].map((id) => ({ id, number: ++serial }));
  await index.upsert(
    'site',
    written.map(({ id, number }) => chunk({ id, sourceId: `source-${number}`, vector: vectorOf(number) })),
  );
  for (const { id, number } of written) held.set(id, number);
}

async function deleteSome(): Promise<void> {
  const [first, ...others] = [...held.keys()].filter(() => Math.random() < 0.05);
  if (first === undefined) return;
  await index.deleteSource('site', `source-${held.get(first)}`);
  await index.remove('site', others);
  for (const id of [first, ...others]) held.delete(id);
}

async function expectToHold(): Promise<void> {
  const found = await index.search('site', { mode: 'vector', vector: axis(0), filter: {}, limit: 2 * IDS });
  const expected = [...held].map(([id, number]) => [id, `source-${number}`, number]);
  const actual = found.map(({ chunkId, sourceId, score }) => [chunkId, sourceId, numberOf(score)]);
  expect(actual.toSorted()).toEqual(expected.toSorted());
  expect(await index.count('site')).toBe(held.size);
}

const folders = async () => (await readdir(dir)).filter((name) => name.startsWith('chunks'));

test('what is written and deleted while the collection is copied is in the copy too, each chunk with its vector', async () => {
  await confirmRebuilt();
  for (let round = 0; round < 300; round++) {
    await (round % 3 === 2 ? deleteSome() : writeSome());
    if (round % 20 === 0) await expectToHold();
  }
  await expectToHold();
  await expect.poll(folders).toHaveLength(1);
  const [folder = ''] = await folders();
  expect(Number(folder.replace('chunks-', ''))).toBeGreaterThan(3);
  await index.close();
  await open();
  await expectToHold();
  expect(await folders()).toEqual([folder]);
});

test('an index that is closed during a compaction is whole, and so is one that is not filled yet', async () => {
  for (let round = 0; round < 60; round++) await writeSome();
  expect(await folders()).toEqual(['chunks']);
  await confirmRebuilt();
  await writeSome();
  await expect.poll(folders).toEqual(['chunks', 'chunks-2']);
  await index.close();
  expect(await folders()).toEqual(['chunks']);
  await open();
  await expectToHold();
  // What the files hold besides is known without having written it.
  await writeSome();
  await expect.poll(folders).toEqual(['chunks-2']);
  await expectToHold();
});

test('a process that is killed during compactions loses nothing', async () => {
  await index.close();
  const program = fileURLToPath(new URL('../support/vector-index-writer.ts', import.meta.url));
  const [ids, last] = [50, new Map<number, number>()];
  for (let round = 0; round < 3; round++) {
    const writer = spawn(process.execPath, [program, dir, `${round}`, String(ids), '60'], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const ended = once(writer, 'exit');
    last.clear();
    let accepted = 0;
    for await (const line of createInterface({ input: writer.stdout })) {
      const number = Number(line.split('-')[1]);
      last.set(number % ids, number);
      if (++accepted === 300 + 37 * round) writer.kill('SIGKILL');
    }
    await ended;
    await open();
    const found = await index.search('site', { mode: 'vector', vector: axis(0), filter: {}, limit: 1_000 });
    const numbers = new Map(found.map(({ chunkId, sourceId }) => [Number(chunkId), Number(sourceId.split('-')[1])]));
    expect([...last].filter(([id, number]) => !((numbers.get(id) ?? -1) >= number))).toEqual([]);
    expect(await folders()).toHaveLength(1);
    await index.close();
  }
  expect(await folders()).not.toEqual(['chunks']);
  await open();
});
