import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createApp } from '../../../../src/app.ts';
import { parseConfig } from '../../../../src/config.ts';
import { createLogger } from '../../../../src/shared/log/logger.ts';
import { COHERE_KEY, type CohereDouble, embed, startCohereDouble } from '../../../support/cohere-double.ts';
import { writeTinyModel } from '../../../support/onnx-model.ts';
import { type TestDatabase, createTestDatabase } from '../../../support/postgres.ts';
import { ADMIN_KEY, TestService } from '../../../support/service.ts';
import { TestSite } from '../../../support/site.ts';
import { startWeaviateDouble } from '../../../support/weaviate-double.ts';

const WORDS = ['mountain', 'river', 'bicycle', 'pump'];
const MODELS = '{ active { model isAvailable } next { model } embedded chunks cancelled }';

interface Models {
  active: { model: string; isAvailable: boolean };
  next: { model: string } | null;
  embedded: number;
  chunks: number;
  cancelled: string | null;
}

let database: TestDatabase;
let dataDir = '';
let cohere: CohereDouble;
let services: TestService[] = [];
/** Texts that were embedded with the next model, in their order. */
let paid: string[] = [];
/** Requests with several passages wait for it, after so many that do not; those with one never do. */
let gate: Promise<unknown> = Promise.resolve();
let openGate: () => void = () => {};
let unhindered = 0;

function closeGate(): void {
  gate = new Promise<void>((resolve) => (openGate = resolve));
}

beforeEach(async () => {
  database = await createTestDatabase();
  dataDir = await mkdtemp(join(tmpdir(), 'lectern-change-'));
  await writeTinyModel(`${dataDir}/models/one`, WORDS);
  paid = [];
  openGate = () => {};
  gate = Promise.resolve();
  unhindered = 0;
  cohere = await startCohereDouble({
    '/v2/embed': async (body) => {
      const texts = body['texts'] as string[];
      if (body['input_type'] === 'search_document' && texts.length > 1 && unhindered-- <= 0) await gate;
      if (body['input_type'] === 'search_document') paid.push(...texts);
      return embed(body);
    },
  });
});
afterEach(async () => {
  openGate();
  for (const service of services.splice(0)) await service.stop();
  await cohere.close();
  await database.drop();
  await rm(dataDir, { recursive: true, force: true });
});

const ONNX = { EMBED_MODEL: 'onnx:one' };
const cohereVariables = () => ({ EMBED_MODEL: 'auto', COHERE_API_KEY: COHERE_KEY, COHERE_BASE_URL: cohere.url });

/** A service on the database and folder of the test. */
async function start(environment: Record<string, string>): Promise<TestService> {
  const { host, port, user, name } = database;
  const common = { PORT: '0', DATA_DIR: dataDir, ADMIN_KEY, LOG_LEVEL: 'fatal' };
  const config = { ...parseConfig({ ...common, ...environment }), database: { host, port, user, database: name } };
  const app = await createApp(config, createLogger('fatal'));
  const url = await app.server.listen({ host: '127.0.0.1', port: 0 });
  const service = new TestService(app, url, dataDir, async () => {});
  services.push(service);
  return service;
}

async function stop(service: TestService): Promise<void> {
  services = services.filter((each) => each !== service);
  await service.stop();
}

async function models(service: TestService): Promise<Models> {
  return (await service.admin<{ embeddingModels: Models }>(`{ embeddingModels ${MODELS} }`)).embeddingModels;
}

async function change(service: TestService, mutation: string): Promise<Models> {
  const data = await service.admin<Record<string, Models>>(`mutation { ${mutation} ${MODELS} }`);
  return data[mutation] as Models;
}

async function until(isTrue: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + 60_000;
  while (!(await isTrue())) {
    if (Date.now() > end) throw new Error('It did not come true within 60 s');
    await delay(20);
  }
}

async function search(site: TestSite, query: string, searchType = 'standard') {
  const { status, body } = await site.post<{ results: { metadata: { title: string } }[]; unavailable?: string[] }>(
    '/rag/search',
    { query, searchType },
  );
  if (status !== 200) throw new Error(`${status} ${body.error}`);
  return {
    titles: body.data.results.map(({ metadata }) => metadata.title),
    unavailable: body.data.unavailable ?? null,
  };
}

/** The first title that a search by meaning alone finds. */
async function first(site: TestSite, query: string): Promise<string> {
  const { titles, unavailable } = await search(site, query);
  return unavailable ? `without ${unavailable.join()}` : (titles[0] ?? 'nothing');
}

async function add(site: TestSite, title: string, content = `About the ${title}.`): Promise<void> {
  await site.create('/knowledge/documents', { title, content });
}

/** A site with a document per word, indexed with the first model; the service is stopped. */
async function prepared(environment: Record<string, string> = ONNX, documents = 0): Promise<TestSite> {
  const service = await start(environment);
  const site = await service.site();
  for (const word of WORDS.slice(0, 3)) await add(site, word);
  for (let at = 0; at < documents; at++) await add(site, `note ${at}`);
  await site.indexed();
  expect(await first(site, 'mountain')).toBe('mountain');
  await stop(service);
  return site;
}

const at = (site: TestSite, service: TestService): TestSite => new TestSite(service, site.id, site.key);

describe('a start with another embedding model', () => {
  test('searches with the former vectors until the new ones are complete; every search finds by meaning', async () => {
    const before = await prepared();
    closeGate();
    const service = await start(cohereVariables());
    const site = at(before, service);
    expect(service.app.adapters['embedder']).toMatch(/^onnx\/one.*until the vectors of cohere/);
    await until(async () => (await models(service)).chunks === 3);
    expect(await models(service)).toMatchObject({ active: { isAvailable: true }, next: {}, embedded: 0 });

    const found = new Set<string>();
    const done = new AbortController();
    const searching = (async () => {
      while (!done.signal.aborted) {
        for (const word of WORDS.slice(0, 3)) found.add(`${word}: ${await first(site, word)}`);
      }
    })();
    // Written for both models.
    await add(site, 'pump');
    await site.indexed();
    expect(await first(site, 'pump')).toBe('pump');
    openGate();
    await until(async () => (await models(service)).next === null);
    expect((await models(service)).active.model).toMatch(/^cohere/);
    await delay(100);
    done.abort();
    await searching;
    expect([...found].toSorted()).toEqual(
      WORDS.slice(0, 3)
        .map((word) => `${word}: ${word}`)
        .toSorted(),
    );
    expect(await first(site, 'pump')).toBe('pump');
    expect(paid).toHaveLength(4);

    // The former vectors are removed later, and nothing is lost with them.
    await service.app.database.system.rows(`update job set run_at = now() where kind = 'remove-vectors'`);
    await until(async () => {
      const [row] = await service.app.database.system.rows<{ left: number }>(
        `select (select count(*)::int from chunk_vector) + (select count(*)::int from chunk where embedder like 'onnx%')
           + jsonb_array_length(former) as left from embedding_state`,
      );
      for (const runner of Object.values(service.app.features.runners)) runner.wake();
      return row?.left === 0;
    });
    expect(await first(site, 'mountain')).toBe('mountain');
    await stop(service);
    const again = await start(cohereVariables());
    expect(await first(at(before, again), 'pump')).toBe('pump');
    expect(paid).toHaveLength(4);
  });

  test('pays no text twice if it is interrupted', async () => {
    const before = await prepared(ONNX, 120);
    closeGate();
    unhindered = 1;
    let service = await start(cohereVariables());
    await until(async () => paid.length === 96 && (await models(service)).embedded === 96);
    const firstPart = [...paid];
    await stop(service);
    openGate();
    paid = [];
    service = await start(cohereVariables());
    await until(async () => (await models(service)).next === null);
    expect(paid.filter((text) => firstPart.includes(text))).toEqual([]);
    expect(firstPart.length + new Set(paid).size).toBe(123);
    expect(await first(at(before, service), 'river')).toBe('river');
  });

  test('is cancelled by the former setting', async () => {
    const before = await prepared();
    closeGate();
    const service = await start(cohereVariables());
    await until(async () => (await models(service)).chunks === 3);
    await stop(service);
    const back = await start(ONNX);
    expect(await models(back)).toMatchObject({ active: { model: expect.stringMatching(/^onnx/) }, next: null });
    expect(await first(at(before, back), 'mountain')).toBe('mountain');
  });

  test('is cancelled by a mutation, also for the next start, until it is begun again', async () => {
    const before = await prepared();
    closeGate();
    let service = await start(cohereVariables());
    await until(async () => (await models(service)).chunks === 3);
    expect(await change(service, 'cancelEmbeddingChange')).toMatchObject({
      next: null,
      cancelled: expect.stringMatching(/^cohere/),
    });
    openGate();
    expect(await first(at(before, service), 'mountain')).toBe('mountain');
    await stop(service);
    service = await start(cohereVariables());
    expect(await models(service)).toMatchObject({ active: { model: expect.stringMatching(/^onnx/) }, next: null });
    await change(service, 'startEmbeddingChange');
    await until(async () => (await models(service)).next === null);
    expect((await models(service)).active.model).toMatch(/^cohere/);
    expect(await first(at(before, service), 'mountain')).toBe('mountain');
  });

  test('searches words while the former model is not there any more', async () => {
    const before = await prepared();
    await rm(`${dataDir}/models/one`, { recursive: true });
    closeGate();
    const service = await start(cohereVariables());
    const site = at(before, service);
    expect((await models(service)).active.isAvailable).toBe(false);
    await add(site, 'pump');
    await site.indexed();
    for (const word of ['mountain', 'pump']) {
      expect(await search(site, word, 'hybrid')).toEqual({ titles: [word], unavailable: ['embedder'] });
    }
    const refused = await service.graphql(
      'mutation { cancelEmbeddingChange { chunks } }',
      {},
      { 'x-svc-admin-key': ADMIN_KEY },
    );
    expect(refused.errors?.[0]?.extensions['code']).toBe('CONFLICT');
    openGate();
    await until(async () => (await models(service)).next === null);
    for (const word of ['mountain', 'pump']) expect(await first(site, word)).toBe(word);
  });

  test('needs the admin key to be seen or changed', async () => {
    const service = await start({ EMBED_MODEL: 'lexical' });
    const site = await service.site();
    for (const operation of [`{ embeddingModels ${MODELS} }`, `mutation { cancelEmbeddingChange ${MODELS} }`]) {
      const answer = await site.graphql(operation);
      expect(answer.errors?.[0]?.extensions['code']).toBe('FORBIDDEN');
    }
  });
});

test('two instances on Weaviate: the later start wins, and the other one follows', async () => {
  const double = await startWeaviateDouble();
  try {
    const weaviate = { WEAVIATE_URL: double.url, WEAVIATE_GRPC_URL: double.grpcUrl };
    const former = await start({ ...ONNX, ...weaviate });
    const site = await former.site();
    for (const word of WORDS.slice(0, 3)) await add(site, word);
    await site.indexed();
    closeGate();
    const later = await start({ ...cohereVariables(), ...weaviate });
    const atLater = at(site, later);
    for (const each of [site, atLater]) expect(await first(each, 'mountain')).toBe('mountain');
    // Each may index it: the former instance has no key of the next model.
    await add(site, 'pump');
    await site.indexed();
    for (const each of [site, atLater]) expect(await first(each, 'pump')).toBe('pump');
    openGate();
    await until(async () => (await models(later)).next === null);
    expect(await first(atLater, 'pump')).toBe('pump');
    await former.app.features.vectors.refresh();
    expect(await search(site, 'pump', 'hybrid')).toEqual({ titles: ['pump'], unavailable: ['embedder'] });
    await add(site, 'saddle');
    await until(async () => (await first(atLater, 'saddle')) === 'saddle');
  } finally {
    for (const service of services.splice(0)) await service.stop();
    await double.stop();
  }
});

test('on Weaviate, an index that has lost its vectors gets them before it is searched', async () => {
  const double = await startWeaviateDouble();
  try {
    const weaviate = { WEAVIATE_URL: double.url, WEAVIATE_GRPC_URL: double.grpcUrl };
    const before = await prepared({ ...ONNX, ...weaviate });
    const changed = await start({ ...cohereVariables(), ...weaviate });
    await until(async () => (await models(changed)).next === null);
    await stop(changed);
    // The index of the former model is still there, and becomes that of the next one.
    double.schema.loseVectors();
    const back = await start({ ...ONNX, ...weaviate });
    await until(async () => (await models(back)).next === null);
    for (const word of WORDS.slice(0, 3)) expect(await first(at(before, back), word)).toBe(word);
  } finally {
    for (const service of services.splice(0)) await service.stop();
    await double.stop();
  }
});
