import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { demoKey, install } from '../support/installation.ts';
import { createTestDatabase } from '../../support/postgres.ts';
import { type ServiceProcess, startProcess } from '../support/process.ts';
import { compiledCode } from '../../support/scratch.ts';

/** Whole processes start here, one after another. */
const PATIENCE_MS = 120_000;

let folder: string;
let running: ServiceProcess[];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lectern-backup-'));
  running = [];
});
afterAll(async () => {
  await Promise.all(running.map((service) => service.stop()));
  await rm(folder, { recursive: true, force: true });
});

async function cli(name: string, args: string[], environment: Record<string, string>): Promise<string> {
  const script = fileURLToPath(new URL(`../../../dist/cli/${name}.js`, import.meta.url));
  const env = { ...compiledCode(), PATH: process.env['PATH'] ?? '', LOG_LEVEL: 'error', ...environment };
  const { stdout } = await promisify(execFile)(process.execPath, [script, ...args], { env });
  return stdout;
}

async function start(environment: Record<string, string>): Promise<ServiceProcess> {
  const service = await startProcess(environment);
  running.push(service);
  return service;
}

async function call<T>({ url }: ServiceProcess, key: string, path: string, body?: unknown): Promise<T> {
  const response = await fetch(`${url}/api/sdk${path}`, {
    headers: { 'x-svc-api-key': key, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
  });
  const answer = (await response.json()) as { data: T };
  if (response.status !== 200) throw new Error(`${path}: ${response.status} ${JSON.stringify(answer)}`);
  return answer.data;
}

interface Manifest {
  tables: Record<string, number>;
  files: number;
}

const manifestOf = async (backup: string) =>
  JSON.parse(await readFile(join(backup, 'manifest.json'), 'utf8')) as Manifest;

interface Result {
  results: { content: string }[];
}

test(
  'what was there at the time of the backup is there again, and nothing of what came later',
  { timeout: PATIENCE_MS },
  async () => {
    const before = join(folder, 'before');
    await install(before);
    const service = await start({ DATA_DIR: before });
    const key = await demoKey(before);
    const tool = {
      name: 'repair_status',
      description: 'How far a repair is.',
      inputSchema: { type: 'object', properties: { z: { type: 'string' }, a: { type: 'string' } } },
      endpoint: 'https://example.org/repairs',
      method: 'POST',
    };
    await call(service, key, '/webhook-tools', tool);
    await call(service, key, '/knowledge/documents', { title: 'Tide', content: 'The binnacle ünder the “tide”.' });
    const form = new FormData();
    form.append('file', new Blob(['The halyard is here.']), 'halyard.txt');
    const uploaded = await fetch(`${service.url}/api/sdk/assets/upload`, {
      method: 'POST',
      headers: { 'x-svc-api-key': key },
      body: form,
    });
    const { data: file } = (await uploaded.json()) as { data: { key: string } };
    const kept = await call<object[]>(service, key, '/content?limit=100&includeContent=true');
    const tools = await call<object[]>(service, key, '/webhook-tools');

    const backup = join(folder, 'backup');
    expect(await cli('backup', [backup], { DATA_DIR: before })).toMatch(/^Wrote \d+ rows of \d+ tables and \d+ files/);
    expect((await stat(backup)).mode & 0o777).toBe(0o700);
    await call(service, key, '/knowledge/documents', { title: 'Later', content: 'The taffrail came later.' });

    const after = join(folder, 'after');
    expect(await cli('restore', [backup], { DATA_DIR: after })).toMatch(/^Restored \d+ rows/);
    const restored = await start({ DATA_DIR: after });
    expect(await call(restored, key, '/content?limit=100&includeContent=true')).toEqual(kept);
    expect(await call(restored, key, '/webhook-tools')).toEqual(tools);
    const bytes = await fetch(`${restored.url}/cdn/${file.key}`);
    expect(await bytes.text()).toBe('The halyard is here.');
    await expect
      .poll(async () => (await call<Result>(restored, key, '/rag/search', { query: 'binnacle' })).results[0]?.content, {
        timeout: 20_000,
      })
      .toContain('The binnacle ünder the “tide”.');
    expect(JSON.stringify(await call(restored, key, '/knowledge/documents'))).not.toContain('Later');
    // The restored installation goes on: its sequences and keys don't collide with what was restored.
    await call(restored, key, '/personas', { name: 'Mate', systemPrompt: 'You help.' });
    await expect(cli('restore', [backup], { DATA_DIR: after })).rejects.toThrow(/is not empty: restore into another/);
  },
);

test('a backup of the embedded database can be restored to DATABASE_URL', { timeout: PATIENCE_MS }, async () => {
  const database = await createTestDatabase();
  try {
    const { host, port, user, name } = database;
    const url = `postgres://${user}@localhost:${port}/${name}?host=${encodeURIComponent(host)}`;
    const moved = { DATA_DIR: join(folder, 'moved'), DATABASE_URL: url };
    await cli('restore', [join(folder, 'backup')], moved);
    const again = join(folder, 'again');
    await cli('backup', [again], moved);
    const [first, second] = await Promise.all([join(folder, 'backup'), again].map(manifestOf));
    expect([second!.tables, second!.files]).toEqual([first!.tables, first!.files]);
    const other = { ...moved, DATA_DIR: join(folder, 'other') };
    await expect(cli('restore', [join(folder, 'backup')], other)).rejects.toThrow(
      /The database is not empty: restore into an empty database/,
    );
  } finally {
    await database.drop();
  }
});

test(
  'a backup of the last version before the baseline can be restored, and an older one names the commit that can',
  { timeout: PATIENCE_MS },
  async () => {
    const backup = join(folder, 'former');
    await cp(join(folder, 'backup'), backup, { recursive: true });
    const manifest = await manifestOf(backup);
    const write = (migrations: string[]) =>
      writeFile(join(backup, 'manifest.json'), JSON.stringify({ ...manifest, migrations }));
    await write(['20261121_foundation', '20261127_email_domains']);
    const target = { DATA_DIR: join(folder, 'from-former') };
    await expect(cli('restore', [backup], target)).rejects.toThrow(
      /The backup is too old for this version, its last migration is 20261127_email_domains: restore it with commit/,
    );
    await write(['20261121_foundation', '20261127_email_domains', '20261127_field_changes']);
    expect(await cli('restore', [backup], target)).toMatch(/^Restored \d+ rows/);
  },
);

test('a damaged backup, and a folder that is none, leave the database empty', { timeout: PATIENCE_MS }, async () => {
  const damaged = join(folder, 'backup');
  const manifest = await manifestOf(damaged);
  manifest.tables['site'] = 2;
  await writeFile(join(damaged, 'manifest.json'), JSON.stringify(manifest));
  const target = { DATA_DIR: join(folder, 'damaged') };
  await expect(cli('restore', [damaged], target)).rejects.toThrow(/The backup is damaged: site has 1 of 2 rows/);
  expect(await readdir(target.DATA_DIR)).toEqual(['postgres']);
  await expect(cli('restore', [folder], { DATA_DIR: join(folder, 'none') })).rejects.toThrow(/is not a backup/);
});
