import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describeConfig } from '../../src/config.ts';
import { type ServiceProcess, startProcess } from './support/process.ts';

const ROOT = new URL('../../', import.meta.url);
const README = await readDocument('README.md');
const TOUR = await readDocument('docs/tour.md');
const MAX_README_LINES = 150;
const CURL = fileURLToPath(new URL('support/bin-curl.mjs', import.meta.url));
const CONFIG = fileURLToPath(new URL('../../dist/cli/config.js', import.meta.url));
const TOKEN = fileURLToPath(new URL('../../dist/cli/token.js', import.meta.url));
const ADDRESS = 'http://127.0.0.1:4000';

interface Step {
  command: string;
  /** The answer that the document shows below the command; `…` stands for anything. */
  answer: unknown;
}

let folder: string;
let service: ServiceProcess;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lectern-readme-'));
  await mkdir(join(folder, 'bin'));
  await writeFile(join(folder, 'bin', 'curl'), `#!/bin/sh\nexec "${process.execPath}" "${CURL}" "$@"\n`);
  await chmod(join(folder, 'bin', 'curl'), 0o755);
  // `npm run --silent token -- …` of the folder that the documents are read in.
  await writeFile(join(folder, 'bin', 'npm'), `#!/bin/sh\nshift 4\nexec "${process.execPath}" "${TOKEN}" "$@"\n`);
  await chmod(join(folder, 'bin', 'npm'), 0o755);
  service = await startProcess({ DATA_DIR: join(folder, '.data') }, folder);
  await settled();
});

afterAll(async () => {
  await service?.stop();
  await rm(folder, { recursive: true, force: true });
});

describe.each([
  ['the README', README, { commands: 4, answers: 3 }],
  ['the tour', TOUR, { commands: 6, answers: 5 }],
])('%s', (_name, text, { commands, answers }) => {
  const steps = readSteps(text);

  it('shows commands and their answers', () => {
    expect(steps.length).toBeGreaterThanOrEqual(commands);
    expect(steps.filter(({ answer }) => answer !== undefined).length).toBeGreaterThanOrEqual(answers);
  });

  it.each(steps.map((step, index) => ({ ...step, title: step.command.split('\n', 1)[0] ?? '', index })))(
    'command $index does what it says: $title',
    async ({ index, command, answer }) => {
      // The exports of the first block hold for all.
      const output = await run(index === 0 ? command : `${steps[0]?.command}\n${command}`);
      if (answer !== undefined) expectLike(JSON.parse(output), answer, '');
      else if (output !== '') expect(JSON.parse(output)).toMatchObject({ success: true });
    },
  );
});

describe('the README', () => {
  it('is short', () => {
    expect(README.split('\n').length - 1).toBeLessThanOrEqual(MAX_README_LINES);
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

describe('the documents', () => {
  it('have the table of the configuration, which a command prints', async () => {
    const { stdout } = await promisify(execFile)(process.execPath, [CONFIG], { env: {} });
    expect(stdout).toBe(`${describeConfig()}\n`);
    expect(await readDocument('docs/configuration.md')).toContain(describeConfig());
  });

  it('name npm scripts that exist', async () => {
    const { scripts } = JSON.parse(await readDocument('package.json')) as { scripts: Record<string, string> };
    const pages = (await readdir(new URL('docs/', ROOT))).filter((name) => name.endsWith('.md'));
    const texts = await Promise.all(pages.map((name) => readDocument(`docs/${name}`)));
    const named = [README, ...texts].flatMap((text) =>
      [...text.matchAll(/npm (?:run (?:--silent )?([a-z:-]+)|(start|test))/g)].map(
        ([, run, short]) => run ?? short ?? '',
      ),
    );
    expect(named.length).toBeGreaterThan(4);
    expect(named.filter((name) => !(name in scripts))).toEqual([]);
  });
});

function readDocument(path: string): Promise<string> {
  return readFile(new URL(path, ROOT), 'utf8');
}

/** Every `sh` block in order, with the `json` block that follows it directly. */
function readSteps(text: string): Step[] {
  const blocks = [...text.matchAll(/```sh\n([^]*?)```\n(?:\n```json\n([^]*?)```)?/g)];
  return blocks.map(([, command = '', answer]) => ({ command, answer: answer && JSON.parse(answer) }));
}

async function run(command: string): Promise<string> {
  const path = `${join(folder, 'bin')}:${process.env['PATH'] ?? ''}`;
  const script = command.replaceAll(ADDRESS, service.url);
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
