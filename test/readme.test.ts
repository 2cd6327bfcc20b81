import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describeConfig } from '../src/config.ts';
import { type ServiceProcess, startProcess } from './support/process.ts';

const README = await readFile(new URL('../README.md', import.meta.url), 'utf8');
const CURL = fileURLToPath(new URL('support/bin-curl.mjs', import.meta.url));
const TOKEN = fileURLToPath(new URL('../dist/cli/token.js', import.meta.url));
const ADDRESS = 'http://127.0.0.1:4000';

interface Step {
  command: string;
  /** The answer that the README shows below the command; `…` stands for anything. */
  answer: unknown;
}

/** Every `sh` block in order, with the `json` block that follows it directly. */
function readSteps(): Step[] {
  const blocks = [...README.matchAll(/```sh\n([^]*?)```\n(?:\n```json\n([^]*?)```)?/g)];
  return blocks.map(([, command = '', answer]) => ({ command, answer: answer && JSON.parse(answer) }));
}

const steps = readSteps();
let folder: string;
let service: ServiceProcess;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lectern-readme-'));
  await mkdir(join(folder, 'bin'));
  await writeFile(join(folder, 'bin', 'curl'), `#!/bin/sh\nexec "${process.execPath}" "${CURL}" "$@"\n`);
  await chmod(join(folder, 'bin', 'curl'), 0o755);
  // `npm run --silent token -- …` of the folder that the README is read in.
  await writeFile(join(folder, 'bin', 'npm'), `#!/bin/sh\nshift 4\nexec "${process.execPath}" "${TOKEN}" "$@"\n`);
  await chmod(join(folder, 'bin', 'npm'), 0o755);
  service = await startProcess({ DATA_DIR: join(folder, '.data') }, folder);
  await settled();
});

afterAll(async () => {
  await service?.stop();
  await rm(folder, { recursive: true, force: true });
});

describe('the README', () => {
  it('shows at least six commands and five answers', () => {
    expect(steps.length).toBeGreaterThanOrEqual(6);
    expect(steps.filter(({ answer }) => answer !== undefined).length).toBeGreaterThanOrEqual(5);
  });

  it.each(steps.map((step, index) => ({ ...step, title: step.command.split('\n', 1)[0] ?? '', index })))(
    'command $index does what it says: $title',
    async ({ index, answer }) => {
      const output = await run(index);
      if (answer !== undefined) expectLike(JSON.parse(output), answer, '');
      else if (output !== '') expect(JSON.parse(output)).toMatchObject({ success: true });
    },
  );

  it('has the table of the configuration', () => {
    expect(README).toContain(describeConfig());
  });

  it('names npm scripts that exist', async () => {
    const { scripts } = JSON.parse(await readFile(new URL('../package.json', import.meta.url), 'utf8')) as {
      scripts: Record<string, string>;
    };
    const named = [...README.matchAll(/npm (?:run ([a-z:]+)|(start|test))/g)].map(
      ([, run, short]) => run ?? short ?? '',
    );
    expect(named.length).toBeGreaterThan(4);
    expect(named.filter((name) => !(name in scripts))).toEqual([]);
  });

  it('shows what the first start prints', () => {
    const shown = /```\n(Lectern is ready\.[^]*?)```/.exec(README)?.[1] ?? '';
    const printed = service.output();
    for (const line of shown.split('\n').filter(Boolean)) {
      const [before = ''] = line.replaceAll(ADDRESS, service.url).split('…');
      expect(printed.replaceAll(/ +/g, ' ')).toContain(before.replaceAll(/ +/g, ' ').trimEnd());
    }
  });
});

/** The exports of the first block hold for all. */
async function run(index: number): Promise<string> {
  const setup = index === 0 ? '' : (steps[0]?.command ?? '');
  const script = `${setup}\n${steps[index]?.command ?? ''}`.replaceAll(ADDRESS, service.url);
  const path = `${join(folder, 'bin')}:${process.env['PATH'] ?? ''}`;
  const { stdout } = await promisify(execFile)('sh', ['-euc', script], { cwd: folder, env: { PATH: path } });
  return stdout;
}

/** Demo content is indexed in the moments after the start. */
async function settled(): Promise<void> {
  const key = (await readFile(join(folder, '.data', 'secrets', 'demo-api-key'), 'utf8')).trim();
  for (;;) {
    const response = await fetch(`${service.url}/api/sdk/rag/documents`, { headers: { 'x-svc-api-key': key } });
    const { data } = (await response.json()) as { data: { status: string }[] };
    if (data.every(({ status }) => status === 'completed')) return;
  }
}

/** `…` as a value is anything; `"…": "…"` among the properties of an object allows others beside those shown. */
function expectLike(actual: unknown, shown: unknown, path: string): void {
  if (shown === '…') return;
  if (Array.isArray(shown)) {
    expect(actual, path).toHaveLength(shown.length);
    shown.forEach((item, index) => expectLike((actual as unknown[])[index], item, `${path}[${index}]`));
  } else if (typeof shown === 'object' && shown !== null) {
    const { '…': others, ...properties } = shown as Record<string, unknown>;
    const names = Object.keys(properties);
    if (others === undefined) expect(Object.keys(actual as object).toSorted(), path).toEqual(names.toSorted());
    for (const name of names)
      expectLike((actual as Record<string, unknown>)[name], properties[name], `${path}.${name}`);
  } else expect(actual, path).toEqual(shown);
}
