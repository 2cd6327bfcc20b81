import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { ROOT } from '../../../src/shared/paths.ts';
import { ProductionProcess, productionGround } from '../support/production.ts';

/** Each takes a tenth of a second or more, or many megabytes. */
const HEAVY = [
  'sharp',
  '@napi-rs/canvas',
  'pdfjs-dist',
  'tesseract.js',
  'mammoth',
  'firebase-admin',
  'google-auth-library',
  '@google-cloud/storage',
  '@google-cloud/tasks',
  'weaviate-client',
  'cohere-ai',
  'nodemailer',
  '@sendgrid/mail',
  'ioredis',
  'postal-mime',
  'file-type',
];

/** Writes down, at the end, the package of every module that was loaded; a file of the bundle names those of its parts in comments. */
const RECORDER = `data:text/javascript,${encodeURIComponent(`
  import { readFileSync, writeFileSync } from 'node:fs';
  import { registerHooks } from 'node:module';
  const loaded = new Set();
  const record = (path) => {
    const name = /.*node_modules[/]((?:@[^/]+[/])?[^/]+)/.exec(path)?.[1];
    if (name) loaded.add(name);
  };
  registerHooks({
    load(url, context, next) {
      record(url);
      if (url.includes('/dist/bundle/'))
        for (const [path] of readFileSync(new URL(url), 'utf8').matchAll(/^[/][/] node_modules[/].*/gm)) record(path);
      return next(url, context);
    },
  });
  process.on('exit', () => writeFileSync(process.env.LOADED, [...loaded].join(String.fromCharCode(10))));
`)}`;

let ground: Awaited<ReturnType<typeof productionGround>>;

beforeAll(async () => {
  ground = await productionGround();
});
afterEach(ProductionProcess.killAll);
afterAll(() => ground.remove());

describe('a start in production', () => {
  test('says in one line of the log which adapters are active, and warns of what is missing', async () => {
    const service = ProductionProcess.start({
      ...ground.environment,
      SMTP_URL: 'smtp://127.0.0.1:1',
      MAIL_FROM: 'forms@example.org',
      REDIS_URL: 'redis://127.0.0.1:1',
      GCS_BUCKET: 'some-bucket',
      COHERE_API_KEY: 'key-of-cohere',
      COHERE_BASE_URL: 'http://127.0.0.1:1',
    });
    const { adapters, severity } = await service.ready();
    expect(severity).toBe('INFO');
    expect(adapters).toEqual({
      database: 'PostgreSQL at DATABASE_URL',
      'vector index': expect.stringMatching(/^embedded in /),
      embedder: expect.stringMatching(/^cohere\/embed-/),
      extractor: expect.stringContaining('eng'),
      'video analyzer': expect.stringMatching(/^cohere\//),
      transcriber: expect.stringMatching(/^cohere\//),
      'language model': expect.stringMatching(/^command-/),
      reranker: expect.stringMatching(/^cohere\/rerank-/),
      'token verifier': 'Firebase',
      'rate limiter': 'Redis',
      mailer: 'SMTP',
      'file storage': 'bucket some-bucket',
      'job queue': 'local, on the database',
      'media tools': expect.stringMatching(/^ffmpeg \d|^none\. Videos need ffmpeg/),
    });
    const warnings = service.lines.filter(({ severity: level }) => level === 'WARNING').map(({ message }) => message);
    expect(warnings).toContainEqual(expect.stringContaining('without WEAVIATE_URL'));
    expect(JSON.stringify(service.lines)).not.toContain('key-of-cohere');
    service.child.kill('SIGTERM');
    expect(await service.ended()).toBe(0);
  });

  test('without a mailer lets no form believe that its mail was sent', async () => {
    const service = ProductionProcess.start(ground.environment);
    const { address, adapters } = await service.ready();
    expect(adapters['mailer']).toMatch(/^none/);
    const response = await fetch(`${address}/api/sdk/forms/submit`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-svc-api-key': await service.newKey() },
      body: '{"fields": {"topic": "wheels"}}',
    });
    expect([response.status, await response.json()]).toEqual([500, { error: 'Failed to send email notification' }]);
  });

  test('loads no library that it does not need yet', async () => {
    const file = join(ground.environment.DATA_DIR, 'loaded');
    const service = ProductionProcess.start({
      ...ground.environment,
      LOADED: file,
      NODE_OPTIONS: `--import ${RECORDER}`,
    });
    await service.ready();
    service.child.kill('SIGTERM');
    expect(await service.ended()).toBe(0);
    const loaded = (await readFile(file, 'utf8')).split('\n');
    expect(loaded).toContain('fastify');
    expect(loaded.filter((name) => HEAVY.includes(name))).toEqual([]);
  });

  test('keeps its code in memory with one byte for each character', async () => {
    const bundle = await readFile(join(ROOT, 'dist/bundle/serve.js'), 'utf8');
    expect(bundle.length).toBeGreaterThan(1e6);
    expect(/[^\0-\u007f]/.exec(bundle)?.[0]).toBeUndefined();
  });
});

describe('production does not start', () => {
  test('with a configuration that has mistakes, and says all of them', async () => {
    const service = ProductionProcess.start({
      ...ground.environment,
      ADMIN_KEY: 'changeme-changeme',
      STORAGE_EMULATOR_HOST: 'http://127.0.0.1:9199',
      PUBLIC_URL: 'http://api.example.org',
    });
    expect(await service.ended()).toBe(1);
    expect(service.errors).toContain('STORAGE_EMULATOR_HOST must not be set');
    expect(service.errors).toContain('PUBLIC_URL must start with https://');
    expect(service.errors).toContain('ADMIN_KEY must not contain a placeholder word');
    expect(service.errors).not.toContain('changeme-changeme');
  });

  test('on a database that a migration is missing from, and names it', async () => {
    const other = await productionGround();
    const { host, port, user, name } = other.database;
    const client = new Client({ host, port, user, database: name });
    await client.connect();
    const { rows } = await client.query<{ name: string }>(
      'delete from migration where id = (select max(id) from migration) returning name',
    );
    await client.end();
    const service = ProductionProcess.start(other.environment);
    expect(await service.ended()).toBe(1);
    expect(service.errors).toContain(`npm run migrate\` first: ${rows[0]?.name} has not run`);
    await other.remove();
  });
});
