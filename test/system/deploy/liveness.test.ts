import { mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { install } from '../support/installation.ts';
import { startProcess } from '../support/process.ts';

// The embedded PostgreSQL is started three times.
vi.setConfig({ testTimeout: 120_000 });

test('liveness fails after LIVE_WITHOUT_DATABASE_SECONDS without the embedded database, and succeeds again with it', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'lectern-live-'));
  await install(dataDir);
  const service = await startProcess({
    DATA_DIR: dataDir,
    LIVE_WITHOUT_DATABASE_SECONDS: '1',
    LOG_LEVEL: 'silent',
  });
  const at = async (path: string): Promise<[number, unknown]> => {
    const response = await fetch(`${service.url}/health/${path}`);
    return [response.status, await response.json()];
  };
  // Readiness asks the database, so that it is known to be away.
  const live = async () => {
    await at('ready');
    return at('live');
  };
  const cluster = join(dataDir, 'postgres', 'cluster');
  try {
    expect(await live()).toMatchObject([200, { status: 'ok' }]);
    const [pid] = (await readFile(join(cluster, 'postmaster.pid'), 'utf8')).split('\n');
    await rename(join(cluster, 'global'), join(dataDir, 'global'));
    process.kill(Number(pid), 'SIGKILL');
    const reason = expect.stringMatching(/^The embedded database has not answered for \d+ seconds$/);
    await expect.poll(live, { timeout: 30_000 }).toEqual([503, { status: 'failed', reason }]);
    await rename(join(dataDir, 'global'), join(cluster, 'global'));
    await expect.poll(live, { timeout: 60_000 }).toMatchObject([200, { status: 'ok' }]);
  } finally {
    await service.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
});
