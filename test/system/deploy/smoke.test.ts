import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { useService } from '../../support/use-service.ts';

const SCRIPT = fileURLToPath(new URL('../../../scripts/smoke.mjs', import.meta.url));

const service = useService();
let key: string;
let folder: string;

beforeAll(async () => {
  ({ key } = await service.site());
  folder = await mkdtemp(join(tmpdir(), 'lectern-smoke-'));
});
afterAll(() => rm(folder, { recursive: true }));

interface Outcome {
  code: number;
  stdout: string;
  stderr: string;
}

function smoke(apiKey: string, ...args: string[]): Promise<Outcome> {
  return promisify(execFile)(process.execPath, [SCRIPT, ...args], { env: { SMOKE_API_KEY: apiKey } }).then(
    (output) => ({ code: 0, ...output }),
    (error: Outcome) => error,
  );
}

test('the smoke test passes a service that serves', async () => {
  const { code, stdout, stderr } = await smoke(key, service.url);
  expect(stderr).toBe('');
  expect(code).toBe(0);
  expect(stdout.split('\n').map((line) => line.replace(/ in \d+ ms$/, ''))).toEqual([
    '/health/ready: 200',
    '/api/sdk/content: 200',
    '/api/sdk/rag/search: 200',
    '/api/sdk/content without a key: 401',
    '',
  ]);
});

test('finds the address of a tagged revision in what gcloud describes', async () => {
  const file = join(folder, 'service.json');
  const traffic = [
    { revisionName: 'lectern-1', percent: 100 },
    { revisionName: 'lectern-2', tag: 'candidate', url: service.url },
  ];
  await writeFile(file, JSON.stringify({ status: { traffic } }));
  expect((await smoke(key, file, 'candidate')).code).toBe(0);
  expect(await smoke(key, file, 'other')).toMatchObject({ code: 1, stderr: expect.stringContaining('tagged other') });
});

test('fails where a call is not answered as it should be, without repeating the key', async () => {
  const wrong = `svc_sdk_${'w'.repeat(43)}`;
  const { code, stderr } = await smoke(wrong, service.url);
  expect(code).toBe(1);
  expect(stderr).toContain('/api/sdk/content answered 401');
  expect(stderr).not.toContain(wrong);
});
