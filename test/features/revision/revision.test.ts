import { getNamedType, isObjectType } from 'graphql';
import { describe, expect, test } from 'vitest';
import { apiSchema as schema } from '../../support/api-schema.ts';
import { ADMIN_KEY } from '../../support/service.ts';
import { TestSite } from '../../support/site.ts';
import { useService, useSite } from '../../support/use-service.ts';
import { type Item, createItem } from '../content/items.ts';
import { upload } from '../asset/uploading.ts';

const service = useService();
const site = useSite(service);

interface Written {
  id: string;
  revision: number;
}

/** A resource of each kind: how it is created, and an update that changes it at each call. */
interface Resource {
  create(): Promise<Written>;
  update: string;
  delete: string;
  /** Arguments besides the id. */
  change(count: number): object;
  key?: string;
  isAdmin?: boolean;
}

async function created(query: string): Promise<Written> {
  const { data, errors } = await site.graphql<Record<string, Written>>(query);
  const [resource] = Object.values(data ?? {});
  if (!resource) throw new Error(JSON.stringify(errors));
  return resource;
}

const ANSWER = '{ id revision }';
let made = 0;

const RESOURCES: Record<string, Resource> = {
  content: {
    create: () =>
      created(
        `mutation { createContent(input: {externalId: "r${(made += 1)}", type: "article", title: "T"}) ${ANSWER} }`,
      ),
    update: 'updateContent(id: $id, input: {title: $value}',
    delete: 'deleteContent(id: $id',
    change: (count) => ({ value: `Title ${count}` }),
  },
  'content type': {
    create: () =>
      created(`mutation { createContentType(input: {name: "R", slug: "r-${(made += 1)}"}) { id: slug revision } }`),
    update: 'updateContentType(slug: $id, input: {name: $value}',
    delete: 'deleteContentType(force: true, slug: $id',
    change: (count) => ({ value: `Name ${count}` }),
  },
  collection: {
    create: () => created(`mutation { createCollection(input: {name: "R", slug: "r-${(made += 1)}"}) ${ANSWER} }`),
    update: 'updateCollection(id: $id, input: {name: $value}',
    delete: 'deleteCollection(id: $id',
    change: (count) => ({ value: `Name ${count}` }),
  },
  document: {
    create: () => created(`mutation { createKnowledgeDocument(input: {title: "R", content: "Text"}) ${ANSWER} }`),
    update: 'updateKnowledgeDocument(id: $id, input: {title: $value}',
    delete: 'deleteKnowledgeDocument(id: $id',
    change: (count) => ({ value: `Title ${count}` }),
  },
  persona: {
    create: () => created(`mutation { createPersona(input: {name: "R", systemPrompt: "P"}) ${ANSWER} }`),
    update: 'updatePersona(idOrSlug: $id, input: {name: $value}',
    delete: 'deletePersona(idOrSlug: $id',
    change: (count) => ({ value: `Name ${count}` }),
  },
  trigger: {
    create: () =>
      created(`mutation { createTrigger(input: {type: keyword, trigger: {value: "word${(made += 1)}"}}) ${ANSWER} }`),
    update: 'updateTrigger(id: $id, input: {tags: [$value]}',
    delete: 'deleteTrigger(id: $id',
    change: (count) => ({ value: `tag${count}` }),
  },
  'webhook tool': {
    create: () =>
      created(`mutation { createWebhookTool(input: {name: "tool_${(made += 1)}", description: "D",
        inputSchema: {type: "object", properties: {}}, endpoint: "https://tools.example/call", method: POST}) ${ANSWER} }`),
    update: 'updateWebhookTool(id: $id, input: {description: $value}',
    delete: 'deleteWebhookTool(id: $id',
    change: (count) => ({ value: `Description ${count}` }),
  },
  'webhook endpoint': {
    create: () =>
      created(`mutation { createWebhookEndpoint(input: {url: "https://hooks.example/", events: ["content.deleted"],
        enabled: false}) ${ANSWER} }`),
    update: 'updateWebhookEndpoint(id: $id, input: {description: $value}',
    delete: 'deleteWebhookEndpoint(id: $id',
    change: (count) => ({ value: `Description ${count}` }),
  },
  folder: {
    create: () => created(`mutation { createAssetFolder(input: {name: "R", slug: "r-${(made += 1)}"}) ${ANSWER} }`),
    update: 'updateAssetFolder(id: $id, input: {slug: $value}',
    delete: 'deleteAssetFolder(id: $id',
    change: (count) => ({ value: `moved-${(made += 1)}-${count}` }),
  },
  file: {
    create: async () => created(`{ asset(id: "${await upload(site, 'a.txt', 'Text')}") ${ANSWER} }`),
    update: 'updateAsset(id: $id, input: {alt: $value}',
    delete: 'deleteAsset(id: $id',
    change: (count) => ({ value: `Text ${count}` }),
  },
  site: {
    create: async () => {
      const create = `mutation { createSite(input: {name: "R", ownerEmail: "o@example.org"}) ${ANSWER} }`;
      return (await service.admin<{ createSite: Written }>(create)).createSite;
    },
    update: 'updateSite(id: $id, input: {name: $value}',
    delete: 'deleteSite(id: $id',
    change: (count) => ({ value: `Name ${count}` }),
    isAdmin: true,
  },
};

describe.each(Object.entries(RESOURCES))('the revision of a %s', (_name, resource) => {
  const run = (operation: string, selection: string, variables: object) => {
    const id = operation.includes('slug: $id') ? 'String!' : 'ID!';
    const value = operation.includes('$value') ? '$value: String!,' : '';
    const query = `mutation ($id: ${id}, ${value} $expected: Int) { written: ${operation}, expectedRevision: $expected) ${selection} }`;
    type Data = { written: Written };
    return resource.isAdmin
      ? service.graphql<Data>(query, variables, { 'x-svc-admin-key': ADMIN_KEY })
      : site.graphql<Data>(query, variables);
  };
  const update = (id: string, count: number, expected?: number) =>
    run(resource.update, '{ revision }', { id, expected, ...resource.change(count) });

  test('increases with each write; a write that expects another one fails and changes nothing', async () => {
    const { id, revision } = await resource.create();
    expect(revision).toBeGreaterThan(0);
    const first = await update(id, 1);
    const after = first.data?.written.revision ?? 0;
    expect(after).toBeGreaterThan(revision);

    const outdated = await update(id, 2, revision);
    expect(outdated.errors?.[0]).toMatchObject({
      message: `The resource has changed: its current revision is ${after}`,
      extensions: { code: 'PRECONDITION_FAILED', revision: after },
    });
    const current = await update(id, 3, after);
    const last = current.data?.written.revision ?? 0;
    expect(last).toBeGreaterThan(after);

    const notDeleted = await run(resource.delete, '{ deleted }', { id, expected: after });
    expect(notDeleted.errors?.[0]?.extensions).toMatchObject({ code: 'PRECONDITION_FAILED', revision: last });
    const deleted = await run(resource.delete, '{ deleted }', { id, expected: last });
    expect(deleted.errors).toBeUndefined();
  });

  test('of ten writers at once that expect the same revision, one succeeds', async () => {
    const { id, revision } = await resource.create();
    const answers = await Promise.all(Array.from({ length: 10 }, (_, count) => update(id, count, revision)));
    const codes = answers.map(({ errors }) => errors?.[0]?.extensions?.['code'] ?? 'written');
    expect(codes.toSorted()).toEqual([...Array.from({ length: 9 }, () => 'PRECONDITION_FAILED'), 'written']);
  });
});

test('every mutation that changes or deletes a resource takes the expected revision', async () => {
  const mutations = Object.values(schema.getMutationType()?.getFields() ?? {});
  const revised = new Set(
    mutations
      .map(({ type }) => getNamedType(type))
      .filter((type) => isObjectType(type) && 'revision' in type.getFields())
      .map(({ name }) => name),
  );
  const changing = mutations.filter(
    ({ name, type }) =>
      (/^(update|move)/.test(name) && revised.has(getNamedType(type).name)) ||
      [...revised].some((resource) => name === `delete${resource.replace(/Item$/, '')}`),
  );
  const without = changing.filter(({ args }) => !args.some(({ name }) => name === 'expectedRevision'));
  expect(without.map(({ name }) => name)).toEqual([]);
  // A file can also be moved by `moveAsset`, and `updateSiteModel` and `updateSiteReranker` change a part of a site.
  expect(changing).toHaveLength(2 * Object.keys(RESOURCES).length + 3);
  // And `deleteSiteModel`, `deleteSiteReranker`, `putContent`, which may also create, `restoreContentVersion`, which writes a new version,
  // `scheduleContent`, and the three that save, publish and discard a draft.
  expect(mutations.filter(({ args }) => args.some(({ name }) => name === 'expectedRevision'))).toHaveLength(
    changing.length + 8,
  );
});

describe('If-Match', () => {
  const put = (item: Item, body: object, ifMatch: string) =>
    site.call<Item>('PUT', `/content/${item._id}`, body, { 'if-match': ifMatch });

  test('two clients that save one item at once: one gets 412, nothing is lost', async () => {
    const item = await createItem(site, { title: 'Before', tags: ['kept'] });
    const ifMatch = `"${String(item['revision'])}"`;
    const saves = [{ title: 'One' }, { title: 'Other' }];
    const answers = await Promise.all(saves.map((save) => put(item, save, ifMatch)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 412]);
    const winner = saves[answers.findIndex(({ status }) => status === 200)];
    const loser = answers.find(({ status }) => status === 412);
    const stored = (await site.get<Item>(`/content/${item._id}`)).body.data;
    expect(stored).toMatchObject({ ...winner, tags: ['kept'] });
    expect(loser?.body).toEqual({
      success: false,
      error: `The resource has changed: its current revision is ${String(stored['revision'])}`,
      revision: stored['revision'],
    });
  });

  test('names the revision by the ETag of a GET, whatever its parameters', async () => {
    const item = await createItem(site, { title: 'Before' });
    const tags = await Promise.all(
      ['', '?expand=true'].map(async (query) => (await site.get(`/content/${item._id}${query}`)).headers.get('etag')),
    );
    const [tag = ''] = tags.map(String);
    expect(tag).toMatch(/^W\/"[\w-]{27}\.1"$/);
    expect((await put(item, { title: 'After' }, tag)).status).toBe(200);
    for (const outdated of tags) expect((await put(item, { title: 'Late' }, String(outdated))).status).toBe(412);
    const strong = String((await site.get(`/content/${item._id}`)).headers.get('etag')).slice(2);
    expect((await put(item, { title: 'Later' }, strong)).status).toBe(200);
  });

  test('is 412 for a tag that names no revision, and any revision for *', async () => {
    const item = await createItem(site);
    for (const tag of ['"0"', '1', '"1", "2"', '"x"', 'W/"x"', '"1.1"', '"99999999999999999999"', '']) {
      expect([tag, (await put(item, { title: 'T' }, tag)).status]).toEqual([tag, 412]);
    }
    expect((await put(item, { title: 'T' }, '*')).status).toBe(200);
    expect((await put({ ...item, _id: '01900000-0000-7000-8000-000000000000' }, {}, '"1"')).status).toBe(404);
  });

  test('holds for every route that changes or deletes a resource', async () => {
    const persona = await site.create('/personas', { name: 'P', systemPrompt: 'S' });
    const outdated = { 'if-match': '"7"' };
    expect((await site.call('PUT', `/personas/${persona._id}`, { name: 'Q' }, outdated)).status).toBe(412);
    expect((await site.call('DELETE', `/personas/${persona._id}`, undefined, outdated)).status).toBe(412);
    const openApi = (await (await fetch(`${service.url}/api/sdk/openapi.json`)).json()) as OpenApi;
    const writes = Object.entries(openApi.paths).flatMap(([path, { put, delete: remove }]) =>
      // What is in the trash is not changed any more, and a preview token never is.
      path.includes('{') && !/\/(trash|preview-tokens)\//.test(path) ? [put, remove].filter(Boolean) : [],
    );
    expect(writes.length).toBeGreaterThan(10);
    for (const write of writes) {
      expect(write?.parameters).toContainEqual({ $ref: '#/components/parameters/IfMatch' });
      expect(Object.keys(write?.responses ?? {})).toContain('412');
    }
  });
});

interface OpenApi {
  paths: Record<string, Partial<Record<string, { parameters: object[]; responses: object }>>>;
}

test('a key without the scope read gets the revision of what it writes', async () => {
  const { secret } = await service.key(site.id, { name: 'writer', scopes: ['write'] });
  const writer = new TestSite(service, site.id, secret);
  const answer = await writer.post('/content', { externalId: 'w', type: 'article', title: 'T' });
  expect(answer.body.data).toMatchObject({ revision: 1 });
});

test('PUT by externalId replaces only the revision that was read, and creates nothing where one was', async () => {
  const put = (title: string, ifMatch: string) =>
    site.call('PUT', '/content/by-external-id/put', { type: 'article', title }, { 'if-match': ifMatch });
  expect((await put('None', '"1"')).status).toBe(412);
  expect((await put('First', '*')).body.data).toMatchObject({ title: 'First', revision: 1 });
  expect((await put('Second', '"1"')).body.data).toMatchObject({ title: 'Second', revision: 2 });
  const outdated = await put('Third', '"1"');
  expect([outdated.status, outdated.body['revision']]).toEqual([412, 2]);
});
