import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { answer, agentModel, chat } from '../agent/agent-service.ts';
import { OPENAI_KEY, startOpenAiDouble } from '../../support/openai-double.ts';
import type { TestSite } from '../../support/site.ts';
import { useOwnService, useSite } from '../../support/use-service.ts';
import { use } from '../../support/use.ts';
import { Admin, faultsOf, callerErrorOf } from './admin.ts';

const KEY = 'key-of-a-site-6f21ab9c';
const QUESTION = { message: 'How is the chain of a bicycle measured?' };

const installed = use(() => startOpenAiDouble());
const own = use(() => startOpenAiDouble(KEY));
const lines: string[] = [];
const settings = () => ({
  CHAT_MODEL: 'openai-compatible:llama3.1',
  CHAT_BASE_URL: installed.url,
  CHAT_API_KEY: OPENAI_KEY,
  OUTBOUND_ALLOW_HOSTS: '127.0.0.1',
  LOG_LEVEL: 'trace',
});
const service = useOwnService(settings, { write: (line) => void lines.push(line) });
const withoutOwn = useOwnService(() => ({ ...settings(), SITE_MODELS: 'off', LOG_LEVEL: 'fatal' }));
const other = useSite(service, 'Other');
const admin = new Admin(service);
let site: TestSite;

beforeEach(async () => {
  site = await service.site();
});
afterEach(() => {
  for (const double of [installed, own]) {
    double.forgive();
    double.requests.length = 0;
  }
});

const MODEL = 'model { provider name fastName baseUrl tools contextTokens key { lastFour setAt } }';
interface Answer {
  revision: number;
  allowsOwnModel: boolean;
  model: Record<string, unknown> | null;
}

function update(input: object, { id } = site) {
  return admin.ask<{ updateSiteModel: Answer }>(
    `mutation ($id: ID!, $input: UpdateSiteModelInput!) {
      updateSiteModel(siteId: $id, input: $input) { revision allowsOwnModel ${MODEL} }
    }`,
    { id, input },
  );
}

const ofDouble = () => ({ provider: 'openai_compatible', name: 'mine', baseUrl: own.url, apiKey: KEY });

async function setModel(changes: object = {}): Promise<void> {
  const { errors } = await update({ ...ofDouble(), ...changes });
  expect(errors).toBeUndefined();
}

const remove = () => admin.ask(`mutation { deleteSiteModel(siteId: "${site.id}") { id ${MODEL} } }`);

async function check(): Promise<Record<string, unknown>[]> {
  const { data } = await admin.ask<{ checkSiteModel: Record<string, unknown>[] }>(
    `mutation { checkSiteModel(siteId: "${site.id}") { name works problem status } }`,
  );
  return data?.checkSiteModel ?? [];
}

const modelOf = async (of: TestSite) => (await answer(of, QUESTION)).metadata.model;

describe('a site with a language model of its own', () => {
  test('has its chats answered by it, with its key; another site by that of the installation', async () => {
    await setModel();
    expect([await modelOf(site), await modelOf(other)]).toEqual(['mine', 'llama3.1']);
    const sentTo = ({ requests }: typeof own) => [...new Set(requests.map(({ authorization }) => authorization))];
    expect([sentTo(own), sentTo(installed)]).toEqual([[`Bearer ${KEY}`], [`Bearer ${OPENAI_KEY}`]]);
    const { data } = await site.graphql('{ modelUsage { model turns } }');
    expect(data).toEqual({ modelUsage: [{ model: 'mine', turns: 1 }] });
  });

  test('uses its fast model for short tasks, and for the queries of expanded searches', async () => {
    await setModel({ fastName: 'mine-fast' });
    await site.create('/triggers', {
      type: 'intent',
      trigger: { value: 'repair', examples: ['my chain is broken'] },
      response: { message: 'Come in.' },
    });
    await answer(site, { message: 'my chain is broken' });
    const { errors } = await site.graphql(
      'query { search(input: { query: "chain", searchType: expanded }) { totalResults } }',
    );
    expect(errors).toBeUndefined();
    expect(own.requests.map(({ body }) => body['model']).toSorted()).toEqual(['mine', 'mine-fast', 'mine-fast']);
    expect(installed.requests).toEqual([]);
  });

  test('has in agentModel what its model can do', async () => {
    await setModel({ fastName: 'small', contextTokens: 32_000, tools: false });
    const about = { name: 'mine', fastName: 'small', writes: true, isOwn: true };
    expect(await agentModel(site)).toEqual({ ...about, tools: false, contextTokens: 32_000 });
    expect(await agentModel(other)).toMatchObject({ name: 'llama3.1', isOwn: false });
    await update({ contextTokens: null, tools: null });
    expect(await agentModel(site)).toEqual({ ...about, tools: true, contextTokens: 8_192 });
  });

  test('uses the new settings from the next chat on, and without any those of the installation', async () => {
    await setModel();
    expect(await modelOf(site)).toBe('mine');
    await update({ name: 'newer' });
    expect(await modelOf(site)).toBe('newer');
    const { data } = await remove();
    expect(data).toEqual({ deleteSiteModel: { id: site.id, model: null } });
    expect(await modelOf(site)).toBe('llama3.1');
  });

  test('opens its model once, without a statement for the chats after it', async () => {
    await setModel();
    const { languageModels } = service.app.features;
    const facts = { site: { id: site.id, modelVersion: 1 } };
    const first = await languageModels.findModel(facts);
    expect(await languageModels.findModel(facts)).toBe(first);
    expect(await languageModels.findModel({ site: { id: site.id, modelVersion: 2 } })).not.toBe(first);
  });
});

describe('when its model fails', () => {
  test('chats fail instead of costing the operator, and soon without a call; other sites are not affected', async () => {
    await setModel();
    own.fail(...Array.from({ length: 4 }, () => ({ kind: 'status', status: 503 }) as const));
    for (let calls = 1; calls <= 2; calls++) {
      const { status, body } = await chat(site, QUESTION);
      expect([status, body.error, own.requests.length]).toEqual([502, 'Agent service unavailable', 2 * calls]);
    }
    expect((await chat(site, QUESTION)).status).toBe(502);
    expect(own.requests).toHaveLength(4);
    expect(installed.requests).toEqual([]);
    expect(await modelOf(other)).toBe('llama3.1');
    expect(await check()).toEqual([{ name: 'mine', works: true, problem: null, status: null }]);
  });

  test('a row that is copied to another site is of no use there', async () => {
    await setModel();
    const copy = 'update site set model = (select s.model from site s where s.id = $1) where id = $2';
    const thief = await service.site();
    await service.app.database.system.rows(copy, [site.id, thief.id]);
    service.app.features.keys.clear();
    expect((await chat(thief, QUESTION)).status).toBe(502);
    expect(own.requests).toEqual([]);
    const { data } = await admin.ask(`mutation { checkSiteModel(siteId: "${thief.id}") { problem } }`);
    expect(data).toEqual({ checkSiteModel: [{ problem: 'invalid_settings' }] });
  });
});

describe('its API key', () => {
  test('is in no answer, table or log, but as its last four characters', async () => {
    await setModel({ name: 'secretive' });
    await answer(site, QUESTION);
    await check();
    const { data } = await admin.ask<{ site: Answer }>(`{ site(id: "${site.id}") { ${MODEL} } }`);
    const { model } = data?.site ?? {};
    expect(model).toMatchObject({ key: { lastFour: KEY.slice(-4), setAt: expect.stringMatching(/^\d{4}-/) } });
    const activities = await admin.ask(
      `{ activities(siteId: "${site.id}") { items { action resourceType title changedFields } } }`,
    );
    expect(JSON.stringify(activities)).toContain('"changedFields":["model"]');
    expect(JSON.stringify([model, activities])).not.toContain(KEY);
    expect(await storedRows()).not.toContain(KEY);
    expect(lines.join('\n')).not.toContain(KEY);
    expect(lines.length).toBeGreaterThan(0);
  });

  test('stays with other changes, but not with another provider or base URL', async () => {
    await setModel();
    await update({ name: 'renamed' });
    await modelOf(site);
    expect(own.requests.at(-1)?.authorization).toBe(`Bearer ${KEY}`);
    const moved = ['apiKey must be given again: the stored key is only sent to the base URL that it was set for'];
    expect(faultsOf(await update({ baseUrl: installed.url }))).toEqual(moved);
    expect(faultsOf(await update({ provider: 'openai' }))).toEqual(moved);
    expect((await update({ baseUrl: installed.url, apiKey: null })).data?.updateSiteModel.model).toMatchObject({
      key: null,
    });
  });

  test('that is short shows nothing', async () => {
    const { data } = await update({ ...ofDouble(), apiKey: 'fifteen-letters' });
    expect(data?.updateSiteModel.model?.['key']).toMatchObject({ lastFour: null });
  });
});

describe('checkSiteModel', () => {
  test('tells for each model whether it answers', async () => {
    await setModel({ fastName: 'small' });
    const works = { works: true, problem: null, status: null };
    expect(await check()).toEqual([
      { name: 'mine', ...works },
      { name: 'small', ...works },
    ]);
  });

  test.each([
    ['key_rejected', 401, () => ({ apiKey: 'another-key-of-a-site' })],
    ['unknown_model', 404, () => ({ baseUrl: own.url.replace('/v1', '/v2') })],
    ['unreachable', null, () => ({ baseUrl: 'http://127.0.0.1:9' })],
  ])('says %s', async (problem, status, changes) => {
    await setModel(changes());
    expect(await check()).toEqual([{ name: 'mine', works: false, problem, status }]);
  });

  test('answers ten times a minute', async () => {
    await setModel();
    for (let count = 1; count <= 10; count++) expect(await check()).toHaveLength(1);
    const answered = await admin.ask(`mutation { checkSiteModel(siteId: "${site.id}") { works } }`);
    expect(callerErrorOf(answered)).toMatchObject({ code: 'RATE_LIMITED' });
  });

  test('finds nothing for a site without a model', async () => {
    const answered = await admin.ask(`mutation { checkSiteModel(siteId: "${site.id}") { works } }`);
    expect(callerErrorOf(answered)).toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('updateSiteModel rejects', () => {
  test.each([
    ['http://192.168.0.1/v1', 'baseUrl must not be a private, local or reserved address'],
    ['https://169.254.169.254/v1', 'baseUrl must not be a private, local or reserved address'],
    ['https://metadata.internal/v1', 'baseUrl must not be a private, local or reserved address'],
    ['http://models.example.com/v1', 'baseUrl must start with https://'],
    ['https://user:word@models.example.com', 'baseUrl must not contain a user name or password'],
    ['https://models.example.com/v1?key=', 'baseUrl must not have a query or fragment'],
    [null, 'baseUrl is required'],
  ])('the base URL %s', async (baseUrl, message) => {
    expect(faultsOf(await update({ ...ofDouble(), baseUrl }))).toEqual([message]);
  });

  test.each([
    [{ name: null }, 'name must not be empty'],
    [{ apiKey: 'two words' }, 'apiKey must have 1 to 1,000 printable ASCII characters without spaces'],
    [{ apiKey: 'a\r\nhost: b' }, 'apiKey must have 1 to 1,000 printable ASCII characters without spaces'],
    [{ contextTokens: 10 }, 'contextTokens must be a whole number from 1000 to 10000000'],
    [{ provider: 'openai', baseUrl: null, apiKey: null }, 'apiKey is required'],
    [{ provider: 'cohere' }, 'baseUrl must not be set for this provider'],
  ])('%j', async (changes, message) => {
    expect(faultsOf(await update({ ...ofDouble(), ...changes }))).toEqual([message]);
    const { data } = await admin.ask(`{ site(id: "${site.id}") { model { name } } }`);
    expect(data).toEqual({ site: { model: null } });
  });

  test('an API key of the site, and a site that does not exist', async () => {
    const mutation = `mutation { updateSiteModel(siteId: "${site.id}", input: { name: "mine" }) { id } }`;
    expect(callerErrorOf(await site.graphql(mutation))).toMatchObject({ code: 'FORBIDDEN' });
    expect(callerErrorOf(await service.graphql(mutation))).toMatchObject({ code: 'UNAUTHENTICATED' });
    const unknown = { ...site, id: 'no-site' } as TestSite;
    expect(callerErrorOf(await update(ofDouble(), unknown))).toMatchObject({ code: 'NOT_FOUND' });
  });

  test('any model where the installation does not allow them; one that is stored has no effect', async () => {
    const there = await withoutOwn.site();
    const stored = { version: 1, provider: 'openai-compatible', name: 'mine', baseUrl: own.url, key: null };
    const set = 'update site set model = $1 where id = $2';
    await withoutOwn.app.database.system.rows(set, [JSON.stringify(stored), there.id]);
    const elsewhere = new Admin(withoutOwn);
    const mutation = `mutation { updateSiteModel(siteId: "${there.id}", input: { name: "mine" }) { id } }`;
    expect(callerErrorOf(await elsewhere.ask(mutation))).toMatchObject({ code: 'FORBIDDEN' });
    const { data } = await elsewhere.ask(`{ site(id: "${there.id}") { allowsOwnModel } }`);
    expect(data).toEqual({ site: { allowsOwnModel: false } });
    expect(await modelOf(there)).toBe('llama3.1');
    expect(await agentModel(there)).toMatchObject({ isOwn: false });
  });
});

/** Every row of every table, as text. */
async function storedRows(): Promise<string> {
  const { system } = service.app.database;
  const tables = await system.rows<{ name: string }>(
    `select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
  );
  const texts: string[] = [];
  for (const { name } of tables) {
    const rows = await system.rows<{ text: string }>(`select t::text as text from "${name}" t`).catch(() => []);
    texts.push(...rows.map(({ text }) => text));
  }
  expect(texts.join('\n')).toContain('secretive');
  return texts.join('\n');
}
