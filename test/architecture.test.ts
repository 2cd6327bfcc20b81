import { expect, test } from 'vitest';
import { type Import, cycles, importsOf, sourceFiles, sourceOf } from './support/imports.ts';

const files = sourceFiles();
const imports = files.flatMap(importsOf);
const within = imports.filter(({ to }) => to.startsWith('src/'));
const toText = ({ from, to, typeOnly }: Import) => `${from} → ${to}${typeOnly ? ' (type)' : ''}`;

/** What each part of src may import beside its own files. Types count. */
const MAY: Record<string, string> = {
  main: 'app supervisor',
  supervisor: 'adapters database shared',
  cli: 'app config demo features graphql rest database adapters shared ports',
  app: 'config demo supervisor http mcp rest graphql features api database telemetry adapters shared ports',
  demo: 'config features access database shared',
  config: 'database telemetry adapters shared',
  http: 'rest api telemetry shared ports',
  mcp: 'rest api shared',
  rest: 'graphql api telemetry shared',
  graphql: 'api telemetry shared',
  features: 'api access database telemetry text shared ports',
  api: 'access database shared',
  access: 'database shared ports',
  database: 'telemetry text shared',
  telemetry: 'shared ports',
  adapters: 'text shared ports',
  ports: 'shared',
  shared: 'text',
  text: '',
};

/** `app` for src/app.ts and src/app/…. */
const partOf = (file: string) => (file.split('/')[1] ?? '').replace(/\.ts$/, '');
/** The feature with a file in one of its folders, which only the feature itself imports. */
const featureWithFolder = (file: string) => /^src\/features\/([^/]+)\/[^/]+\//.exec(file)?.[1];
const portOf = (file: string) => /^src\/adapters\/([^/]+)\//.exec(file)?.[1] ?? '';
const isPort = (name: string) => files.includes(`src/ports/${name}.ts`);

const rules: Record<string, (each: Import) => boolean> = {
  'imports go down': ({ from, to }) =>
    partOf(from) !== partOf(to) && !MAY[partOf(from)]?.split(' ').includes(partOf(to)),
  'folders of a feature are private': ({ from, to }) => {
    const feature = featureWithFolder(to);
    return feature !== undefined && !from.startsWith(`src/features/${feature}/`);
  },
  'an adapter imports none of another port': ({ from, to }) =>
    partOf(from) === 'adapters' && isPort(portOf(to)) && portOf(from) !== portOf(to),
};

test.each(Object.entries(rules))('%s', (_rule, breaks) => {
  expect(within.filter(breaks).map(toText)).toEqual([]);
});

test('every part is in the table', () => {
  expect(files.map(partOf).filter((part) => !(part in MAY))).toEqual([]);
});

test('no cycle of code; with types of at most 3 files', () => {
  const ofCode = cycles(within.filter(({ typeOnly }) => !typeOnly));
  expect([...ofCode, ...cycles(within).filter((cycle) => cycle.length > 3)]).toEqual([]);
});

test('vendors stop at their adapter', () => {
  const VENDORS: Record<string, RegExp> = {
    'pdfjs-dist': /^src\/(adapters\/extractor|cli\/bench)\//,
    'tesseract.js': /^src\/(adapters\/extractor|cli\/bench)\//,
    mammoth: /^src\/(adapters\/extractor|cli\/bench)\//,
    'word-extractor': /^src\/(adapters\/extractor|cli\/bench)\//,
    '@zvec/zvec': /^src\/adapters\/vector-index\//,
    'cohere-ai': /^src\/adapters\//,
    '@ai-sdk': /^src\/adapters\//,
    'firebase-admin': /^src\/adapters\/token-verifier\//,
    nodemailer: /^src\/adapters\/mailer\//,
    ioredis: /^src\/adapters\/rate-limiter\//,
    'rate-limiter-flexible': /^src\/adapters\/rate-limiter\//,
    'weaviate-client': /^src\/adapters\/vector-index\//,
    '@google-cloud': /^src\/adapters\//,
    sharp: /^src\/(adapters\/image-transformer|cli\/bench)\//,
    '@sendgrid': /^src\/adapters\/mailer\//,
    'google-auth-library': /^src\/(adapters|telemetry)\//,
    '@opentelemetry': /^src\/telemetry\//,
    pg: /^src\/(database|adapters\/database)\//,
    kysely: /^src\/database\//,
    'better-auth': /^src\/features\/user\//,
    '@apollo/server': /^src\/graphql\//,
    '@modelcontextprotocol/server': /^src\/mcp\//,
    fastify: /^src\/(http|rest\/http|graphql|mcp|app)\/|^src\/app\.ts$/,
  };
  /** An interface of several vendors, which does nothing until one of them is registered. */
  const NEUTRAL = '@opentelemetry/api';
  const wrong = imports.filter(
    ({ from, to }) =>
      to !== NEUTRAL &&
      Object.entries(VENDORS).some(([name, place]) => (to === name || to.startsWith(`${name}/`)) && !place.test(from)),
  );
  expect(wrong.map(toText)).toEqual([]);
});

test('only adapters call out: no fetch and no socket elsewhere', () => {
  /** A command that calls the service that its user names; the port's own word. */
  const excused = /^src\/(adapters\/|cli\/transfer\/api\.ts$|ports\/)/;
  const networks = /^(node:)?(https?|http2|net|tls|dns|dgram)(\/promises)?$|^undici$/;
  const harmless = new Set(['isIP', 'isIPv4', 'isIPv6', 'BlockList', 'STATUS_CODES']);
  const calls = files.filter((file) => !excused.test(file) && /(?<![.\w])fetch\(/.test(sourceOf(file)));
  const sockets = imports.filter(
    ({ from, to, typeOnly, names }) =>
      !typeOnly && !excused.test(from) && networks.test(to) && !names.every((name) => harmless.has(name)),
  );
  expect([...calls, ...sockets.map(toText)]).toEqual([]);
});

test('the environment is read by main and the commands, and given to parseConfig', () => {
  const readers = files.filter((file) => /process\.env(?!\['PATH'\])/.test(sourceOf(file)));
  expect(readers.filter((file) => !/^src\/(main\.ts|supervisor\.ts|cli\/)/.test(file))).toEqual([]);
});

test('SQL runs in features and database alone, and only through a scope', () => {
  const raw = files.filter((file) => /\.(getNativeClient|getKysely)\(|\bpg\.Pool\b/.test(sourceOf(file)));
  expect(raw.filter((file) => !file.startsWith('src/database/'))).toEqual([]);
});

test('no barrel: a file that only re-exports', () => {
  const barrels = files.filter((file) => {
    const lines = sourceOf(file)
      .split('\n')
      .filter((line) => line.trim() !== '' && !/^\s*(\/\/|\/?\*)/.test(line));
    return lines.length > 0 && lines.every((line) => /^export .* from /.test(line));
  });
  expect(barrels).toEqual([]);
});

test('members are private by TypeScript, as `private readonly`, not by `#`', () => {
  const members = /^ {2}(?:static )?(?:readonly |async |get |set )?\*?#\w/m;
  expect(files.filter((file) => members.test(sourceOf(file)))).toEqual([]);
});

test('no test outside test/system starts a process or needs a build', () => {
  /** The one starts PostgreSQL before the run, the other serves `npm run test:instances`. */
  const exempt = ['test/support/global-setup.ts', 'test/support/redis-server.ts'];
  const tests = sourceFiles('test').filter((file) => !file.startsWith('test/system/') && !exempt.includes(file));
  const startsProcess = tests
    .flatMap(importsOf)
    .filter(({ to }) => to === 'node:child_process' || to.startsWith('test/system/'));
  expect(startsProcess.map(toText)).toEqual([]);
  expect(tests.filter((file) => /\.\.\/dist\//.test(sourceOf(file)))).toEqual([]);
});
