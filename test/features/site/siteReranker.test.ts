import { createServer } from 'node:http';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { COHERE_KEY, startCohereDouble } from '../../support/cohere-double.ts';
import { closeServer, listenLocally } from '../../support/local-server.ts';
import type { TestSite } from '../../support/site.ts';
import { useOwnService } from '../../support/use-service.ts';
import { use } from '../../support/use.ts';
import { Admin, faultsOf, callerErrorOf } from './admin.ts';

const installed = use(() => startCohereDouble());
const own = use(() => startCohereDouble());
const lines: string[] = [];
const service = useOwnService(
  () => ({
    RERANK_MODEL: 'cohere:installed',
    RERANK_BASE_URL: installed.url,
    RERANK_API_KEY: COHERE_KEY,
    OUTBOUND_ALLOW_HOSTS: '127.0.0.1',
    LOG_LEVEL: 'trace',
  }),
  { write: (line) => void lines.push(line) },
);
const withoutOwn = useOwnService(() => ({
  RERANK_MODEL: 'cohere:installed',
  RERANK_BASE_URL: installed.url,
  RERANK_API_KEY: COHERE_KEY,
  OUTBOUND_ALLOW_HOSTS: '127.0.0.1',
  SITE_MODELS: 'off',
}));
const admin = new Admin(service);
let site: TestSite;

beforeEach(async () => {
  site = await service.site();
  await fill(site);
});
afterEach(() => {
  for (const double of [installed, own]) {
    double.forgive();
    double.requests.length = 0;
  }
});

const RERANKER = 'reranker { name baseUrl key { lastFour setAt } }';

function update(input: object, { id } = site) {
  return admin.ask<{ updateSiteReranker: { reranker: Record<string, unknown> | null } }>(
    `mutation ($id: ID!, $input: UpdateSiteRerankerInput!) {
      updateSiteReranker(siteId: $id, input: $input) { ${RERANKER} }
    }`,
    { id, input },
  );
}

const ofDouble = () => ({ name: 'mine', baseUrl: own.url, apiKey: COHERE_KEY });

async function setReranker(changes: object = {}): Promise<void> {
  const { errors } = await update({ ...ofDouble(), ...changes });
  expect(errors).toBeUndefined();
}

async function check({ id } = site) {
  return admin.ask<{ checkSiteReranker: Record<string, unknown>[] }>(
    `mutation { checkSiteReranker(siteId: "${id}") { name works problem status } }`,
  );
}

async function fill(of: TestSite): Promise<void> {
  for (const part of ['chain', 'saddle']) {
    await of.create('/knowledge/documents', { title: `The ${part}`, content: `The ${part} of a bicycle is measured.` });
  }
  await of.indexed();
}

interface Results {
  unavailable: string[] | null;
  results: { ranking: { reranker: object | null } }[];
}

async function search(of = site): Promise<Results> {
  const { data } = await of.graphql<{ search: Results }>(
    `{ search(input: { query: "chain of a bicycle", useReranking: true }) {
      unavailable results { ranking { reranker { rank } } }
    } }`,
  );
  if (!data) throw new Error('the search failed');
  return data.search;
}

/** The models that were asked to rerank, of the installation and of the site. */
const asked = () => [installed, own].map(({ requests }) => requests.map(({ body }) => body['model']));

describe('a site with a reranker of its own', () => {
  test('has its searches sorted by it, with its key; without any by that of the installation', async () => {
    await setReranker();
    const { results, unavailable } = await search();
    expect([unavailable, results[0]?.ranking.reranker]).toEqual([null, { rank: 1 }]);
    expect(asked()).toEqual([[], ['mine']]);
    await update({ name: 'newer' });
    await search();
    expect(asked()).toEqual([[], ['mine', 'newer']]);
    const { data } = await admin.ask(`mutation { deleteSiteReranker(siteId: "${site.id}") { ${RERANKER} } }`);
    expect(data).toEqual({ deleteSiteReranker: { reranker: null } });
    await search();
    expect(asked()).toEqual([['installed'], ['mine', 'newer']]);
  });

  test('that fails is done without, and not replaced by that of the installation', async () => {
    await setReranker({ baseUrl: 'http://127.0.0.1:9' });
    const { results, unavailable } = await search();
    expect([unavailable, results.length, results[0]?.ranking.reranker]).toEqual([['reranker'], 2, null]);
    expect(asked()).toEqual([[], []]);
  });

  test('that does not answer delays two searches, and the next ones not', async () => {
    let calls = 0;
    const hanging = createServer((request) => {
      request.resume();
      calls += 1;
    });
    await setReranker({ baseUrl: `http://127.0.0.1:${await listenLocally(hanging)}` });
    for (let count = 1; count <= 4; count += 1) expect(await search()).toMatchObject({ unavailable: ['reranker'] });
    expect(calls).toBe(2);
    await closeServer(hanging);
  });

  test('is called by the rules for outbound calls: redirects are not followed', async () => {
    const away = createServer((request, response) => {
      request.resume();
      response.writeHead(307, { location: `${installed.url}/v2/rerank` }).end();
    });
    await setReranker({ baseUrl: `http://127.0.0.1:${await listenLocally(away)}` });
    expect(await search()).toMatchObject({ unavailable: ['reranker'] });
    expect(asked()).toEqual([[], []]);
    await closeServer(away);
  });

  test('has a key that is in no answer or log but as its last four characters', async () => {
    await setReranker();
    await search();
    const { data } = await admin.ask<{ site: object }>(`{ site(id: "${site.id}") { ${RERANKER} } }`);
    const key = { lastFour: COHERE_KEY.slice(-4), setAt: expect.stringMatching(/^\d{4}-/) };
    expect(data?.site).toEqual({ reranker: { name: 'mine', baseUrl: own.url, key } });
    const sql = 'select reranker::text as text from site where id = $1';
    const [stored] = await service.app.database.system.rows<{ text: string }>(sql, [site.id]);
    expect(stored?.text).toContain('"name": "mine"');
    expect([stored?.text, JSON.stringify(data), ...lines].join('\n')).not.toContain(COHERE_KEY);
  });

  test('has nothing of use in a row that is copied to another site', async () => {
    await setReranker();
    const copy = 'update site set reranker = (select s.reranker from site s where s.id = $1) where id = $2';
    const thief = await service.site();
    await fill(thief);
    await service.app.database.system.rows(copy, [site.id, thief.id]);
    service.app.features.keys.clear();
    expect(await search(thief)).toMatchObject({ unavailable: ['reranker'] });
    expect(asked()).toEqual([[], []]);
    const { data } = await check(thief);
    expect(data?.checkSiteReranker).toMatchObject([{ problem: 'invalid_settings' }]);
  });
});

describe('checkSiteReranker', () => {
  test('tells whether it answers', async () => {
    await setReranker();
    const { data } = await check();
    expect(data?.checkSiteReranker).toEqual([{ name: 'mine', works: true, problem: null, status: null }]);
  });

  test.each([
    ['key_rejected', 401, { apiKey: 'another-key-of-a-site' }],
    ['unreachable', null, { baseUrl: 'http://127.0.0.1:9' }],
  ])('says %s', async (problem, status, changes) => {
    await setReranker(changes);
    const { data } = await check();
    expect(data?.checkSiteReranker).toEqual([{ name: 'mine', works: false, problem, status }]);
  });

  test('finds nothing for a site without a reranker', async () => {
    expect(callerErrorOf(await check())).toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('updateSiteReranker rejects', () => {
  test.each([
    [{ baseUrl: 'https://169.254.169.254' }, 'baseUrl must not be a private, local or reserved address'],
    [{ baseUrl: 'http://192.168.0.1' }, 'baseUrl must not be a private, local or reserved address'],
    [{ baseUrl: 'http://models.example.com' }, 'baseUrl must start with https://'],
    [{ baseUrl: 'https://models.example.com?key=' }, 'baseUrl must not have a query or fragment'],
    [{ name: null }, 'name must not be empty'],
    [{ apiKey: 'two words' }, 'apiKey must have 1 to 1,000 printable ASCII characters without spaces'],
    [{ baseUrl: null, apiKey: null }, 'apiKey is required'],
  ])('%j', async (changes, message) => {
    expect(faultsOf(await update({ ...ofDouble(), ...changes }))).toEqual([message]);
  });

  test('another base URL without the key', async () => {
    await setReranker();
    expect(faultsOf(await update({ baseUrl: installed.url }))).toEqual([
      'apiKey must be given again: the stored key is only sent to the base URL that it was set for',
    ]);
  });

  test('an API key of the site, and any reranker where the installation does not allow them', async () => {
    const mutation = `mutation { updateSiteReranker(siteId: "${site.id}", input: { name: "mine" }) { id } }`;
    expect(callerErrorOf(await site.graphql(mutation))).toMatchObject({ code: 'FORBIDDEN' });
    const there = await withoutOwn.site();
    await fill(there);
    const stored = { version: 1, name: 'mine', baseUrl: own.url, key: null };
    const set = 'update site set reranker = $1 where id = $2';
    await withoutOwn.app.database.system.rows(set, [JSON.stringify(stored), there.id]);
    const elsewhere = `mutation { updateSiteReranker(siteId: "${there.id}", input: { name: "mine" }) { id } }`;
    expect(callerErrorOf(await new Admin(withoutOwn).ask(elsewhere))).toMatchObject({ code: 'FORBIDDEN' });
    await search(there);
    expect(asked()).toEqual([['installed'], []]);
  });
});
