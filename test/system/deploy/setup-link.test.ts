import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { ORDERLY, ProductionProcess, productionGround } from '../support/production.ts';
import { compiledCode } from '../../support/scratch.ts';

const COMMAND = fileURLToPath(new URL('../../../dist/cli/setup-link.js', import.meta.url));

let ground: Awaited<ReturnType<typeof productionGround>>;
beforeAll(async () => {
  ground = await productionGround();
});
afterEach(ProductionProcess.killAll);
afterAll(() => ground.remove());

test('in production the setup link is not in the log: a command prints it, until it is used', async () => {
  const service = ProductionProcess.start(ground.environment);
  const { address } = await service.ready();
  const print = async () => {
    const env = { PATH: process.env['PATH'] ?? '', ...compiledCode(), ...ORDERLY, ...ground.environment };
    return (await promisify(execFile)(process.execPath, [COMMAND], { env })).stdout.trim();
  };
  const link = await print();
  expect(link).toMatch(/^https:\/\/api\.example\.org\/admin\/setup\?token=[\w-]{40,}$/);
  const token = new URL(link).searchParams.get('token') ?? '';
  const setUp = (more: object) =>
    fetch(`${address}/api/auth/setup`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: 'https://api.example.org' },
      body: JSON.stringify({ token, ...more }),
    });
  expect((await setUp({})).status).toBe(400);
  const admin = { name: 'Olga', email: 'olga@example.org', password: 'a long enough password' };
  expect((await setUp(admin)).status).toBe(200);
  expect((await setUp({ ...admin, email: 'other@example.org' })).status).toBe(403);
  await expect(print()).rejects.toThrow('An installation admin can sign in already');
  const log = JSON.stringify(service.lines) + service.errors;
  expect(log).toContain('npm run setup-link');
  expect(log).not.toContain(token);
  expect(log).not.toContain('/admin/setup');
});
