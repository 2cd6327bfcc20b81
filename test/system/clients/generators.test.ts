import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';

const run = promisify(execFile);
const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const OPENAPI = join(ROOT, 'schema/openapi.json');

/** 190 MB: not among the packages of the repository. */
const PACKAGES = [
  '@hey-api/openapi-ts@0.99.0',
  'orval@8.38.0',
  'oazapfts@7.5.0',
  'swagger-typescript-api@13.13.0',
  // The generators do not run with TypeScript 7.
  'typescript@5.9.3',
];

const GENERATORS: Readonly<Record<string, readonly string[]>> = {
  'openapi-ts': ['-i', OPENAPI, '-o', 'clients/hey-api', '-c', '@hey-api/client-fetch'],
  oazapfts: [OPENAPI, 'clients/oazapfts.ts'],
  orval: ['--input', OPENAPI, '--output', 'clients/orval.ts', '--client', 'fetch'],
  'swagger-typescript-api': ['generate', '-p', OPENAPI, '-o', 'clients/swagger-typescript-api', '-n', 'api.ts'],
};

const TSCONFIG = {
  compilerOptions: {
    strict: true,
    target: 'ES2022',
    module: 'ESNext',
    moduleResolution: 'Bundler',
    lib: ['ES2023', 'DOM', 'DOM.Iterable'],
    noEmit: true,
    skipLibCheck: true,
    types: [],
  },
  include: ['clients'],
};

/** Installs from the registry, so only `GENERATORS=all` runs it. */
const SUITE = process.env['GENERATORS'] === 'all' ? test : test.skip;
let folder = '';

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'generators-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

SUITE('the clients of four generators compile strictly, and type lists, items and chats', async () => {
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }');
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(TSCONFIG));
  await run('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', ...PACKAGES], { cwd: folder });
  const bin = (name: string): string => join(folder, 'node_modules/.bin', name);
  for (const [name, options] of Object.entries(GENERATORS)) await run(bin(name), [...options], { cwd: folder });
  const consumers = join(ROOT, 'test/system/clients/generated-consumers');
  for (const file of readdirSync(consumers)) cpSync(join(consumers, file), consumerIn(file));
  expect(await compiled()).toBe('');
  // A field that does not exist is an error with each, so none of the answers is `any`.
  for (const file of readdirSync(consumers).filter((name) => name !== 'checks.ts.txt')) {
    const text = readFileSync(join(consumers, file), 'utf8');
    writeFileSync(consumerIn(file), text.replace('{ title }', '{ titel }').replace('title)', 'titel)'));
    expect([file, await compiled()]).toEqual([file, expect.stringContaining("'titel' does not exist")]);
    writeFileSync(consumerIn(file), text);
  }
});

/** Beside the clients, whose names it must not have. */
function consumerIn(file: string): string {
  const name = file.replace(/\.txt$/, '');
  return join(folder, 'clients', name === 'checks.ts' ? name : `use-${name}`);
}

/** The errors of the compiler. */
async function compiled(): Promise<string> {
  const tsc = join(folder, 'node_modules/typescript/bin/tsc');
  const { stdout } = await run(process.execPath, [tsc, '-p', folder]).catch(
    (error: unknown) => error as { stdout: string },
  );
  return stdout;
}
