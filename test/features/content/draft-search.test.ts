import { beforeAll, describe, expect, test } from 'vitest';
import { TestSite } from '../../support/site.ts';
import { useService } from '../../support/use-service.ts';
import { headersOf } from '../access/world.ts';
import { Admin } from '../site/admin.ts';
import { type Item, createItem, createType } from './items.ts';

const service = useService();

type Headers = Record<string, string>;
interface Result {
  content: string;
  score: number;
  source: string;
  metadata: { sourceId: string; title: string; slug: string; url?: string | null; isPublished?: boolean };
}

let site: TestSite;
let delivery: TestSite;
let premium: Headers;
const ids: Record<string, string> = {};

beforeAll(async () => {
  site = await service.site();
  const { secret } = await service.key(site.id, { name: 'delivery', scopes: ['read'] });
  delivery = new TestSite(service, site.id, secret);
  premium = await headersOf(site, { tier: 'premium' });
  const make = async (name: string, price: number, more: object = {}) => {
    const content = `The ${name} costs ${price} crowns.`;
    ids[name] = (await createItem(site, { title: name, content, status: 'published', ...more }))._id;
  };
  await make('axolotl', 4711, { url: 'https://example.org/axolotl' });
  await make('siren', 12, { url: 'https://example.org/siren' });
  await make('olm', 815);
  await make('proteus', 512, { accessLevel: 'premium' });
  await make('newt', 333, { status: 'draft' });
  const save = (name: string, values: object) => site.put(`/content/${ids[name]}/draft`, values);
  await save('axolotl', { title: 'Salamander', content: 'The axolotl costs 99 crowns.' });
  await save('olm', { content: 'The olm costs 77 crowns.', accessLevel: 'premium' });
  await save('proteus', { content: 'The proteus costs 44 crowns.', accessLevel: 'public' });
  await site.indexed();
});

async function search(by: TestSite, input: object, headers: Headers = {}): Promise<Result[]> {
  const body = { query: 'crowns', maxResults: 20, ...input };
  const answer = await by.call<{ results: Result[] }>('POST', '/rag/search', body, headers);
  expect(answer.status).toBe(200);
  return answer.body.data.results;
}

/** Such as `axolotl 99`: the item that a result names, and the price in its text. */
async function found(by: TestSite, input: object, headers: Headers = {}): Promise<string[]> {
  const nameOf = (id: string) => Object.keys(ids).find((name) => ids[name] === id) ?? id;
  const results = await search(by, input, headers);
  return results
    .map(({ content, metadata }) => `${nameOf(metadata.sourceId)} ${/costs (\d+)/.exec(content)?.[1]}`)
    .toSorted();
}

async function tokenFor(name?: string): Promise<Headers> {
  const itemId = name === undefined ? null : ids[name];
  return { 'x-svc-preview-token': (await site.create<{ token: string }>('/preview-tokens', { itemId })).token };
}

const LIVE = ['axolotl 4711', 'olm 815', 'siren 12'];
const PREVIEWED = ['axolotl 99', 'newt 333', 'olm 815', 'siren 12'];
const PREMIUM_PREVIEWED = ['axolotl 99', 'newt 333', 'olm 77', 'proteus 44', 'siren 12'];

describe('a search', () => {
  test('without preview finds what is live, whatever the key, the token or the header', async () => {
    expect(await found(delivery, {})).toEqual(LIVE);
    expect(await found(site, {}, { 'x-svc-preview': 'true' })).toEqual(LIVE);
    for (const name of [undefined, 'axolotl', 'newt'])
      expect(await found(delivery, {}, await tokenFor(name))).toEqual(LIVE);
    expect(await found(delivery, {}, premium)).toEqual([...LIVE, 'proteus 512'].toSorted());
    expect((await delivery.post('/rag/search', { query: 'crowns', preview: true })).status).toBe(403);
  });

  test('with preview finds drafts in the place of what is live, by the access levels of the draft and of its item', async () => {
    const token = await tokenFor();
    for (const searchType of ['standard', 'hybrid', 'expanded']) {
      expect(await found(site, { preview: true, searchType }), searchType).toEqual(PREVIEWED);
      expect(await found(delivery, { preview: true, searchType }, token), searchType).toEqual(PREVIEWED);
    }
    expect(await found(site, { preview: true }, premium)).toEqual(PREMIUM_PREVIEWED);
    expect(await found(delivery, { preview: true }, { ...token, ...premium })).toEqual(PREMIUM_PREVIEWED);
    expect(await found(delivery, { preview: true, contentTypes: ['article'] }, token)).toEqual(PREVIEWED);
    expect(await found(delivery, { preview: true, contentTypes: ['video'] }, token)).toEqual([]);
  });

  test('names the item of a draft, which is not published', async () => {
    const results = await search(site, { query: 'salamander', preview: true });
    const [axolotl] = results.filter(({ metadata }) => metadata.sourceId === ids['axolotl']);
    expect(axolotl).toMatchObject({
      source: 'content',
      content: expect.stringContaining('99'),
      metadata: { title: 'Salamander', slug: 'axolotl', isPublished: false },
    });
    expect(JSON.stringify(await search(delivery, { query: 'salamander' }))).not.toContain('Salamander');
  });

  test('shows the URL that the draft has, and that of the item where the draft leaves it', async () => {
    const own = await service.site();
    const urls = { moved: 'https://example.org/next', removed: null, kept: undefined };
    const items: Record<string, string> = {};
    for (const [name, url] of Object.entries(urls)) {
      const live = { title: name, content: `${name} crowns`, url: `https://example.org/${name}`, status: 'published' };
      items[name] = (await createItem(own, live))._id;
      await own.put(`/content/${items[name]}/draft`, { content: `The draft of ${name} costs crowns.`, url });
    }
    await own.indexed();
    const urlsOf = async (input: object) =>
      Object.fromEntries(
        (await search(own, input)).map(({ metadata }) => [metadata.title, metadata.url ?? null] as const),
      );
    const live = Object.fromEntries(Object.keys(urls).map((name) => [name, `https://example.org/${name}`]));
    expect(await urlsOf({})).toEqual(live);
    const drafted = { moved: 'https://example.org/next', removed: null, kept: 'https://example.org/kept' };
    expect(await urlsOf({ preview: true })).toEqual(drafted);
  });

  test('with a token of one item finds that item as it is previewed, and nothing else that is not live', async () => {
    const axolotl = await tokenFor('axolotl');
    for (const searchType of ['standard', 'hybrid', 'expanded']) {
      const input = { preview: true, searchType };
      expect(await found(delivery, input, axolotl), searchType).toEqual(['axolotl 99', 'olm 815', 'siren 12']);
    }
    expect(await found(delivery, { preview: true }, await tokenFor('newt'))).toEqual([...LIVE, 'newt 333'].toSorted());
    const olm = await tokenFor('olm');
    expect(await found(delivery, { preview: true }, olm)).toEqual(LIVE);
    expect(await found(delivery, { preview: true }, { ...olm, ...premium })).toEqual([
      'axolotl 4711',
      'olm 77',
      'proteus 512',
      'siren 12',
    ]);
    // What is not published changes no score of what is.
    const scores = async (headers: Headers, preview: boolean) =>
      (await search(delivery, { query: 'siren crowns', preview }, headers))
        .filter(({ metadata }) => metadata.sourceId === ids['siren'])
        .map(({ score }) => score);
    expect(await scores(axolotl, true)).toEqual(await scores({}, false));
  });
});

describe('a chat', () => {
  const QUESTION = 'What does the axolotl cost?';

  async function ask(by: TestSite, more: object, headers: Headers = {}) {
    const answer = await by.call<{ message: string; citations: object[]; sessionId: string }>(
      'POST',
      '/agent/chat',
      { message: QUESTION, ...more },
      headers,
    );
    expect(answer.status).toBe(200);
    return answer.body.data;
  }

  test('with preview answers with the draft and cites its item, without with what is live', async () => {
    const [token, ofItem] = [await tokenFor(), await tokenFor('axolotl')];
    for (const [by, headers] of [
      [site, {}],
      [delivery, token],
      [delivery, ofItem],
    ] as const) {
      const previewed = await ask(by, { preview: true }, headers);
      expect(previewed.message).toMatch(/99 crowns/);
      expect(JSON.stringify(previewed.citations)).toContain(ids['axolotl']);
      expect(JSON.stringify(previewed)).not.toContain('4711');
      const live = await ask(by, {}, headers);
      expect(live.message).toMatch(/4711 crowns/);
      expect(JSON.stringify(live)).not.toMatch(/99 crowns|Salamander/);
    }
    expect(JSON.stringify(await ask(delivery, { preview: true }, await tokenFor('siren')))).not.toMatch(/99 crowns/);
  });

  test('uses the draft of an item of the page', async () => {
    const input = { message: 'What is this?', preview: true, context: { contentIds: [ids['axolotl']] } };
    const { sessionId } = await ask(site, input);
    type Session = { chatSession: { turns: { trace: { documents: object[] } }[] } };
    const { data } = await site.graphql<Session>(`{ chatSession(id: "${sessionId}") { turns { trace } } }`);
    expect(data?.chatSession.turns[0]?.trace.documents[0]).toMatchObject({ title: 'Salamander' });
  });

  test('keeps an answer that was made of a draft for those who see drafts, as long as there is the draft', async () => {
    const { _id } = await createItem(site, { title: 'Fossa', content: 'The fossa eats 31 eggs.', status: 'published' });
    await site.put(`/content/${_id}/draft`, { content: 'The fossa eats 32 eggs.' });
    await site.indexed();
    ids['fossa'] = _id;
    const ofItem = await tokenFor('fossa');
    const question = { message: 'How many eggs does the fossa eat?', preview: true };
    const { sessionId, message } = await ask(delivery, question, ofItem);
    expect(message).toContain('32');
    const fields = 'isWithheld trace answer { message citations { sources { title } } }';
    const read = async (by: TestSite, headers: Headers = {}) => {
      const query = `{ chatSession(id: "${sessionId}") { turns { ${fields} } } }`;
      return JSON.stringify(await service.graphql(query, {}, { 'x-svc-api-key': by.key, ...headers }));
    };
    const withheld = (text: string) => text.includes('"isWithheld":true') && !text.includes('32 eggs');
    expect(await read(site)).toContain('32 eggs');
    expect(await read(delivery, await tokenFor())).toContain('32 eggs');
    expect(await read(delivery, ofItem)).toContain('32 eggs');
    expect(await read(delivery)).toSatisfy(withheld);
    expect(await read(delivery, await tokenFor('axolotl'))).toSatisfy(withheld);
    await site.delete(`/content/${_id}/draft`);
    expect(await read(site)).toSatisfy(withheld);
    expect(await read(delivery, ofItem)).toSatisfy(withheld);
    delete ids['fossa'];
    await site.delete(`/content/${_id}`);
  });
});

describe('the indexed text of a draft', () => {
  /** The text that a search for the word finds: by a visitor, and with preview. */
  async function texts(word: string): Promise<[string[], string[]]> {
    await service.noticeJobs();
    await site.indexed();
    return textsNow(word);
  }

  async function textsNow(word: string): Promise<[string[], string[]]> {
    const of = async (preview: boolean) =>
      (await search(site, { query: word, preview }))
        .filter(({ content }) => content.includes(word))
        .map(({ content }) => content.split('\n').at(-1) ?? '');
    return [await of(false), await of(true)];
  }

  async function drafted(word: string, more: object = {}): Promise<Item> {
    const item = await createItem(site, { title: 'Animal', content: `A ${word} sleeps`, status: 'published', ...more });
    await site.put(`/content/${item._id}/draft`, { content: `A ${word} yawns` });
    expect(await texts(word)).toEqual([[`A ${word} sleeps`], [`A ${word} yawns`]]);
    return item;
  }

  async function sourcesOfDraft(id: string): Promise<{ id: string }[]> {
    return service.app.database
      .forSite(site.id, 'background')
      .rows('select id from knowledge_source where draft_of = $1', [id]);
  }

  test('is that of the last saved draft, and ends when the draft is published', async () => {
    const { _id } = await drafted('caiman');
    await site.put(`/content/${_id}/draft`, { content: 'A caiman swims' });
    expect(await texts('caiman')).toEqual([['A caiman sleeps'], ['A caiman swims']]);
    const [source] = await sourcesOfDraft(_id);
    await site.post(`/content/${_id}/draft/publish`, {});
    expect(await texts('caiman')).toEqual([['A caiman swims'], ['A caiman swims']]);
    expect(await sourcesOfDraft(_id)).toEqual([]);
    const listed: string[] = [];
    for await (const entries of service.app.ports.index.list(site.id)) {
      listed.push(...entries.map(({ sourceId }) => sourceId));
    }
    expect(listed).toContain(_id);
    expect(listed).not.toContain(source?.id);
  });

  test('ends when the draft is discarded', async () => {
    const { _id } = await drafted('gharial');
    await site.delete(`/content/${_id}/draft`);
    expect(await textsNow('gharial')).toEqual([['A gharial sleeps'], ['A gharial sleeps']]);
    expect(await sourcesOfDraft(_id)).toEqual([]);
  });

  test('is not found while the item is in the trash, and again when it is restored', async () => {
    const { _id } = await drafted('tuatara');
    await site.delete(`/content/${_id}`);
    expect(await textsNow('tuatara')).toEqual([[], []]);
    expect(await sourcesOfDraft(_id)).toEqual([]);
    await site.post(`/content/trash/${_id}/restore`, {});
    expect(await texts('tuatara')).toEqual([['A tuatara sleeps'], ['A tuatara yawns']]);
  });

  test('follows the item: its other values, and whether it is indexed', async () => {
    const { _id } = await drafted('hoatzin', { excerpt: 'Smelly' });
    const excerpts = async () =>
      (await search(site, { query: 'hoatzin', preview: true })).flatMap(({ content, metadata }) =>
        metadata.sourceId === _id ? [content] : [],
      );
    await site.put(`/content/${_id}`, { excerpt: 'Fragrant' });
    await site.indexed();
    expect((await excerpts()).join(' ')).toMatch(/Fragrant[^]*yawns/);
    for (const [off, on] of [
      [{ aiIndexed: false }, { aiIndexed: true }],
      [{ status: 'archived' }, { status: 'published' }],
    ]) {
      await site.put(`/content/${_id}`, off);
      await site.indexed();
      expect(await excerpts()).toEqual([]);
      await site.put(`/content/${_id}`, on);
      await site.indexed();
      expect((await excerpts()).join(' ')).toContain('yawns');
    }
  });

  test('ends with the content type, and has the fields that the type has', async () => {
    const type = await createType(site, 'fish', [{ name: 'food', type: 'text' }]);
    const { _id } = await drafted('opah', { type, customFields: { food: 'krill' } });
    await site.put(`/content/${_id}/draft`, { customFields: { food: 'squid' } });
    expect((await texts('squid'))[1]).toHaveLength(1);
    await site.put('/content-types/fish', { aiConfig: { indexed: false } });
    expect(await texts('opah')).toEqual([[], []]);
    await site.put('/content-types/fish', { aiConfig: { indexed: true } });
    expect((await texts('squid'))[1]).toHaveLength(1);
    await site.call('DELETE', '/content-types/fish?force=true');
    expect(await texts('opah')).toEqual([[], []]);
    expect(await sourcesOfDraft(_id)).toEqual([]);
  });

  test('is in no list, count or error', async () => {
    const usage = async () => {
      type Usage = { site: { usage: { sources: number } } };
      const { data } = await new Admin(service).ask<Usage>(`{ site(id: "${site.id}") { usage { sources } } }`);
      return data?.site.usage.sources;
    };
    const { _id } = await createItem(site, { title: 'Kea', content: 'A kea sleeps', status: 'published' });
    await site.indexed();
    const before = [await usage(), (await site.get<unknown[]>('/rag/documents')).body.data];
    await site.put(`/content/${_id}/draft`, { content: 'A kea yawns' });
    const [source] = await sourcesOfDraft(_id);
    const id = source?.id;
    expect(id).toBeDefined();
    expect([await usage(), (await site.get<unknown[]>('/rag/documents')).body.data]).toEqual(before);
    const chunks = `{ knowledgeChunks(sourceId: "${id}") { items { text } } }`;
    for (const field of [chunks, `mutation { retryIndexing(id: "${id}") { id } }`]) {
      const { errors } = await site.graphql(field);
      expect(errors?.[0]).toMatchObject({ message: 'Source not found' });
    }
  });
});
