import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ServiceProcess, startProcess } from '../support/process.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const COPIED = ['src', 'rest', 'mcp', 'pages', 'package.json', 'tsconfig.json', 'tsconfig.build.json'];
const RECIPE = await readFile(join(ROOT, 'docs', 'adding-a-field.md'), 'utf8');

interface Change {
  file: string;
  before: string;
  after: string;
}

/** Every `diff` block below a heading, in order. */
function changesBelow(heading: string): Change[] {
  const section = RECIPE.split(/^## /m).find((text) => text.startsWith(heading)) ?? '';
  return [...section.matchAll(/^ {3}```diff (\S+)\n([^]*?)^ {3}```/gm)].map(([, file = '', diff = '']) => {
    const lines = diff.split('\n').map((line) => line.slice(3));
    const side = (sign: '-' | '+') =>
      lines
        .filter((line) => line !== '' && (line.startsWith(' ') || line.startsWith(sign)))
        .map((line) => line.slice(1));
    return { file, before: side('-').join('\n'), after: side('+').join('\n') };
  });
}

const field = changesBelow('A field');
const endpoint = changesBelow('An endpoint');

let folder: string;
let service: ServiceProcess;
let key: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lectern-recipe-'));
  for (const name of COPIED) await cp(join(ROOT, name), join(folder, name), { recursive: true });
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  for (const change of [...field, ...endpoint]) await apply(change);
  const compiler = join(ROOT, 'node_modules', '.bin', 'tsc');
  // One checker: more of them check the common types again, which takes a third more of the processor.
  await promisify(execFile)(compiler, ['-p', 'tsconfig.build.json', '--checkers', '1'], { cwd: folder }).catch(
    ({ stdout }: { stdout: string }) => {
      throw new Error(stdout);
    },
  );
  service = await startProcess({ DATA_DIR: join(folder, '.data') }, folder, 'main.js', join(folder, 'dist/'));
  key = await readFile(join(folder, '.data', 'secrets', 'demo-api-key'), 'utf8');
}, 120_000);

afterAll(async () => {
  await service?.stop();
  await rm(folder, { recursive: true, force: true });
});

/** The lines before the change stand in the file exactly once; a file that is not there is new. */
async function apply({ file, before, after }: Change): Promise<void> {
  const path = join(folder, file);
  if (before === '') return writeFile(path, `${after}\n`);
  const parts = (await readFile(path, 'utf8')).split(`${before}\n`);
  if (parts.length !== 2) throw new Error(`${file} has ${parts.length - 1} times:\n${before}`);
  await writeFile(path, parts.join(`${after}\n`));
}

async function call(method: string, path: string, body?: object): Promise<Record<string, unknown>> {
  const response = await fetch(service.url + path, {
    method,
    headers: { 'x-svc-api-key': key.trim(), 'content-type': 'application/json' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  return { status: response.status, ...((await response.json()) as object) };
}

describe('a field', () => {
  it('touches four files', () => {
    expect([...new Set(field.map(({ file }) => file))]).toHaveLength(4);
  });

  it('is written, read, kept, cleared and bounded over REST and GraphQL', async () => {
    const item = { externalId: 'recipe', type: 'article', title: 'Title', subtitle: 'Second line' };
    const created = await call('POST', '/api/sdk/content', item);
    expect(created).toMatchObject({ data: { subtitle: 'Second line' } });
    const path = `/api/sdk/content/${(created['data'] as { _id: string })._id}`;
    expect(await call('PUT', path, { title: 'Other' })).toMatchObject({ data: { subtitle: 'Second line' } });
    const query = '{ contents(filter: { type: "article" }) { items { subtitle } } }';
    expect(JSON.stringify(await call('POST', '/graphql', { query }))).toContain('"subtitle":"Second line"');
    expect(await call('PUT', path, { subtitle: 'x'.repeat(301) })).toMatchObject({
      status: 400,
      error: 'subtitle must have at most 300 characters',
    });
    expect(await call('PUT', path, { subtitle: null })).toMatchObject({ data: { subtitle: null } });
  });
});

describe('an endpoint', () => {
  it('touches three files', () => {
    expect([...new Set(endpoint.map(({ file }) => file))]).toHaveLength(3);
  });

  it('answers, and stands in OpenAPI', async () => {
    expect(await call('GET', '/api/sdk/content/external/recipe')).toMatchObject({ data: { externalId: 'recipe' } });
    expect(await call('GET', '/api/sdk/content/external/unknown')).toMatchObject({
      status: 404,
      error: 'Content not found',
    });
    const openapi = await fetch(`${service.url}/api/sdk/openapi.json`);
    const { paths } = (await openapi.json()) as { paths: object };
    expect(Object.keys(paths)).toContain('/api/sdk/content/external/{externalId}');
  });
});
