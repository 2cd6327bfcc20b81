import { beforeAll, describe, expect, test } from 'vitest';
import { upload } from './features/asset/uploading.ts';
import { apiSchema as schema, restOperations } from './support/api-schema.ts';
import { signedIn } from './support/member.ts';
import { callOf, rootFields } from './support/root-fields.ts';
import { useService } from './support/use-service.ts';
import type { TestSite } from './support/site.ts';

/** How a site gets a resource of each kind; answers what addresses it. A key is what is left of an operation's name without its verb. */
const RESOURCES: Record<string, (site: TestSite) => Promise<string>> = {
  async previewToken(site) {
    return (await site.create('/preview-tokens', {}))._id;
  },
  async asset(site) {
    const key = await upload(site, 'a.txt', 'Text');
    const { data } = await site.graphql<{ asset: { id: string } }>(`{ asset(id: "${key}") { id } }`);
    return data?.asset.id ?? '';
  },
  async assetFolder(site) {
    return (await site.create('/assets/folders', { name: 'F', slug: 'f' }))._id;
  },
  async collection(site) {
    const create = 'mutation { createCollection(input: { name: "C", slug: "c" }) { id } }';
    const { data } = await site.graphql<{ createCollection: { id: string } }>(create);
    return data?.createCollection.id ?? '';
  },
  async content(site) {
    const item = { externalId: 'e', type: 'article', title: 'A', content: 'Text', status: 'published' };
    const { _id } = await site.create('/content', item);
    await site.put(`/content/${_id}/draft`, { title: 'Draft' });
    return _id;
  },
  async contentType(site) {
    return (await site.create<{ slug: string }>('/content-types', { name: 'T', slug: 'only-theirs' })).slug;
  },
  async fileProcessingJob(site) {
    const fileKey = await upload(site, 'job.txt', 'Text of a job');
    return (await site.create<{ jobId: string }>('/knowledge/process', { fileKey, fileName: 'job.txt' })).jobId;
  },
  async knowledgeDocument(site) {
    return (await site.create('/knowledge/documents', { title: 'D', content: 'Text' })).id;
  },
  async persona(site) {
    return (await site.create('/personas', { name: 'P', systemPrompt: 'Be brief.' }))._id;
  },
  async video(site) {
    return (await addedVideo(site)).sourceId;
  },
  async videoJob(site) {
    return (await addedVideo(site)).id;
  },
  async trigger(site) {
    return (await site.create('/triggers', { type: 'keyword', trigger: { value: 'hello' } })).id;
  },
  async chatSession(site) {
    return (await site.create<{ sessionId: string }>('/agent/chat', { message: 'Hello' })).sessionId;
  },
  async webhookTool(site) {
    const tool = {
      name: 'tool',
      description: 'D',
      inputSchema: { type: 'object', properties: {} },
      endpoint: 'https://tools.example/call',
      method: 'POST',
    };
    return (await site.create('/webhook-tools', tool))._id;
  },
  webhookEndpoint: createEndpoint,
  async webhookDelivery(site) {
    const test = 'mutation ($id: ID!) { testWebhookEndpoint(id: $id) { id } }';
    const { data } = await site.graphql<{ testWebhookEndpoint: { id: string } }>(test, {
      id: await createEndpoint(site),
    });
    return data?.testWebhookEndpoint.id ?? '';
  },
  async savedView(site) {
    const user = await signedIn(site, 'viewer');
    const create = 'mutation { createSavedView(input: { name: "V" }) { id } }';
    const { data } = await user.graphql<{ createSavedView: { id: string } }>(create, {}, site.id);
    return data?.createSavedView.id ?? '';
  },
  trashedContent: async (site) => {
    const { _id } = await site.create('/content', { externalId: 'deleted', type: 'article', title: 'Deleted' });
    await site.delete(`/content/${_id}`);
    return _id;
  },
};

async function createEndpoint(site: TestSite): Promise<string> {
  const input = '{ url: "https://hooks.invalid/", events: ["content.created"], enabled: false }';
  const create = `mutation { createWebhookEndpoint(input: ${input}) { id } }`;
  const { data } = await site.graphql<{ createWebhookEndpoint: { id: string } }>(create);
  return data?.createWebhookEndpoint.id ?? '';
}

/** Cancelled, because nothing is there to be fetched. */
async function addedVideo(site: TestSite): Promise<{ id: string; sourceId: string }> {
  const add = 'mutation { addVideo(input: { videoUrl: "https://video.invalid/v.mp4" }) { id } }';
  const { data } = await site.graphql<{ addVideo: { id: string } }>(add);
  const cancel = 'mutation ($id: ID!) { cancelVideoProcessing(id: $id) { id sourceId } }';
  const cancelled = await site.graphql<{ cancelVideoProcessing: { id: string; sourceId: string } }>(cancel, {
    id: data?.addVideo.id,
  });
  return cancelled.data?.cancelVideoProcessing ?? { id: '', sourceId: '' };
}

/** Operations whose name is not verb and resource. */
const RESOURCE_OF: Record<string, string> = {
  contentAccess: 'content',
  contentTypeUpdatePreview: 'contentType',
  contentDifferences: 'content',
  contentVersion: 'content',
  contentVersions: 'content',
  restoreContentVersion: 'content',
  scheduleContent: 'content',
  contentDraft: 'content',
  saveContentDraft: 'content',
  publishContentDraft: 'content',
  discardContentDraft: 'content',
  revokePreviewToken: 'previewToken',
  restoreContent: 'trashedContent',
  rotateWebhookToolSecret: 'webhookTool',
  webhookToolCalls: 'webhookTool',
  testWebhookTool: 'webhookTool',
  rotateWebhookSecret: 'webhookEndpoint',
  testWebhookEndpoint: 'webhookEndpoint',
  webhookDeliveries: 'webhookEndpoint',
  redeliverWebhook: 'webhookDelivery',
  cancelFileProcessing: 'fileProcessingJob',
  retryFileProcessing: 'fileProcessingJob',
  cancelVideoProcessing: 'videoJob',
  retryVideoProcessing: 'videoJob',
  knowledgeChunks: 'knowledgeDocument',
  retryIndexing: 'knowledgeDocument',
};

/** Arguments that address nothing of a site: templates are the service's own. */
const NOT_OF_A_SITE = new Set(['personaTemplates.id']);

const ADDRESS = /^(id|idOrSlug|slug|.*Id|name|key)$/;
const UNKNOWN = '01900000-0000-7000-8000-000000000000';

/** Names that every site gives itself: tested below. */
const NAMED = new Set(['contentBySlug', 'putContent']);
const addressed = rootFields(schema)
  .filter(({ isAdmin, name }) => !isAdmin && !NAMED.has(name))
  .flatMap((root) =>
    root.field.args
      .filter(({ name }) => ADDRESS.test(name) && !NOT_OF_A_SITE.has(`${root.name}.${name}`))
      .map(({ name: argument }) => ({ name: root.name, root, argument })),
  );
const routes = restOperations().filter(({ path, rootFields: [name] }) => path.includes(':') && !NAMED.has(name ?? ''));

const service = useService();
let mine: TestSite;
let theirs: TestSite;
const foreign = new Map<string, string>();

beforeAll(async () => {
  [mine, theirs] = [await service.site('Mine'), await service.site('Theirs')];
  for (const resource of new Set(addressed.map(({ name }) => resourceOf(name)))) {
    const address = await RESOURCES[resource]?.(theirs);
    if (address) foreign.set(resource, address);
  }
});

function resourceOf(field: string): string {
  const bare = field.replace(/^(create|update|delete|move|process|retry)(?=[A-Z])/, '');
  return RESOURCE_OF[field] ?? bare.charAt(0).toLowerCase() + bare.slice(1);
}

function foreignOf(field: string): string {
  const address = foreign.get(resourceOf(field));
  if (!address)
    throw new Error(`${field}: say in RESOURCES how a site gets a ${resourceOf(field)}, or in RESOURCE_OF what it is`);
  return address;
}

describe('GraphQL: what another site has is answered exactly as what does not exist', () => {
  test.each(addressed)('$name($argument)', async ({ name, root, argument }) => {
    const ask = async (address: string) => {
      const { query, variables } = callOf(root, { [argument]: address });
      return JSON.stringify(await mine.graphql(query, variables)).replaceAll(address, '<address>');
    };
    const answer = await ask(foreignOf(name));
    expect(answer).toContain('"NOT_FOUND"');
    expect(answer).toBe(await ask(UNKNOWN));
  });
});

describe('REST: what another site has is answered exactly as what does not exist', () => {
  test.each(routes.map(({ method, path, rootFields: fields }) => ({ method, path, field: fields[0] ?? '' })))(
    '$method $path',
    async ({ method, path, field }) => {
      const ask = async (address: string) => {
        const body = method === 'GET' || method === 'DELETE' ? undefined : {};
        const answer = await mine.call(method, path.replace(/:\w+/, address).replace(':revision', '1'), body);
        return { status: answer.status, body: JSON.stringify(answer.body).replaceAll(address, '<address>') };
      };
      const answer = await ask(foreignOf(field));
      expect(answer.status).toBe(404);
      expect(answer).toEqual(await ask(UNKNOWN));
    },
  );
});

test('after all that, the other site has everything it had', async () => {
  for (const { name, root, argument } of addressed.filter(({ root: { kind } }) => kind === 'query')) {
    const { query, variables } = callOf(root, { [argument]: foreignOf(name) });
    expect((await theirs.graphql(query, variables)).errors, name).toBeUndefined();
  }
});

describe('nor is it found by the way', () => {
  test('in any list, search or count', async () => {
    await theirs.indexed();
    const paths = restOperations()
      .filter(({ method, path }) => method === 'GET' && !path.includes(':'))
      .map(({ path }) => path);
    const answers = await Promise.all(paths.map(async (path) => JSON.stringify((await mine.get(path)).body)));
    answers.push(JSON.stringify((await mine.post('/rag/search', { query: 'Text' })).body));
    for (const address of foreign.values()) for (const answer of answers) expect(answer).not.toContain(address);
  });

  test('as a collection or reference of an item of one’s own, which is rejected as an unknown one is', async () => {
    await mine.create('/content-types', { name: 'L', slug: 'linked', fields: [{ name: 'links', type: 'references' }] });
    const write = async (more: object) => {
      const { status, body } = await mine.post('/content', { externalId: 'x', type: 'linked', title: 'X', ...more });
      return { status, error: body.error };
    };
    for (const [resource, give] of [
      ['collection', (id: string) => ({ collectionId: id })],
      ['content', (id: string) => ({ customFields: { links: [id] } })],
    ] as const) {
      const refused = await write(give(foreign.get(resource) ?? ''));
      expect(refused.status).toBe(400);
      expect(refused).toEqual(await write(give(UNKNOWN)));
    }
  });

  test('by its slug or its externalId', async () => {
    const bySlug = (slug: string) => mine.get(`/content/by-slug/article/${slug}`);
    expect(await theirs.get('/content/by-slug/article/a')).toMatchObject({ status: 200 });
    const [answer, unknown] = [await bySlug('a'), await bySlug('nowhere')];
    expect([answer.status, answer.body]).toEqual([404, unknown.body]);
    const put = await mine.put('/content/by-external-id/e', { type: 'article', title: 'Mine' });
    expect(put.body.data).toMatchObject({ title: 'Mine', revision: 1 });
    expect((await theirs.get(`/content/${foreign.get('content')}`)).body.data).toMatchObject({
      title: 'A',
      revision: 1,
    });
  });

  test('as the persona of a chat', async () => {
    const chat = async (personaId: string) => {
      const { status, body } = await mine.post('/agent/chat', { message: 'Hello', personaId });
      return { status, error: body.error };
    };
    expect(await chat(foreign.get('persona') ?? '')).toEqual({ status: 404, error: 'Persona not found' });
    expect(await chat(UNKNOWN)).toEqual({ status: 404, error: 'Persona not found' });
  });

  test('as a filter, which finds nothing', async () => {
    const { body } = await mine.get(`/content?collectionId=${foreign.get('collection')}`);
    expect(body).toMatchObject({ success: true, data: [] });
  });
});
