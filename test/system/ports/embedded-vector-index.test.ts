import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { DIMENSIONS } from '../../support/chunk.ts';
import { openEmbeddedVectorIndex } from '../../support/embedded-index.ts';

test('a killed process loses nothing that upsert accepted', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'vector-index-'));
  const dir = join(folder, 'index');
  const program = fileURLToPath(new URL('../support/vector-index-writer.ts', import.meta.url));
  for (let round = 0; round < 3; round++) {
    const writer = spawn(process.execPath, [program, dir, `round-${round}`], { stdio: ['ignore', 'pipe', 'inherit'] });
    const ended = once(writer, 'exit');
    const accepted: string[] = [];
    for await (const line of createInterface({ input: writer.stdout })) {
      accepted.push(line);
      if (accepted.length === 40 + 17 * round) writer.kill('SIGKILL');
    }
    await ended;
    const { index, rebuilt } = await openEmbeddedVectorIndex({ dir, dimensions: DIMENSIONS, model: 'test' });
    const hits = await index.search('site', { mode: 'keyword', text: 'common', filter: {}, limit: 10_000 });
    const found = new Set(hits.map((hit) => hit.sourceId));
    await index.close();
    expect(rebuilt).toBe(false);
    expect(accepted.filter((sourceId) => !found.has(sourceId))).toEqual([]);
  }
  await rm(folder, { recursive: true, force: true });
});
