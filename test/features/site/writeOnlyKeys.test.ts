import { type GraphQLField, getNamedType, isObjectType, isRequiredArgument } from 'graphql';
import { beforeAll, describe, expect, test } from 'vitest';
import { apiSchema as schema, restOperations } from '../../support/api-schema.ts';
import { type RootField, callOf, rootFields } from '../../support/root-fields.ts';
import { useService, useSite } from '../../support/use-service.ts';
import { TestSite } from '../../support/site.ts';

const SECRET = 'premium-secret';
/** What a write tells of a thing to a key that may not read it. */
const IDENTITY = ['id', 'createdAt', 'updatedAt', 'revision', 'deleted'];
/** What the write itself has made, besides. */
const MADE: Record<string, string[]> = {
  createContents: ['error'],
  updateContents: ['error'],
  uploadAsset: ['key'],
  updateAsset: ['key'],
  moveAsset: ['key'],
  createUploadGrant: ['uploadUrl', 'resumableUrl', 'cdnUrl', 'key', 'expiresIn', 'headers'],
  createPreviewToken: ['token', 'url'],
  createWebhookTool: ['signingSecret'],
  updateWebhookTool: ['signingSecret'],
  rotateWebhookToolSecret: ['signingSecret'],
  createWebhookEndpoint: ['secret'],
  updateWebhookEndpoint: ['secret'],
  rotateWebhookSecret: ['secret'],
};

/** With the scope `read`. */
const READING = ['chat', 'submitForm', 'rateChatMessage', 'createSavedView', 'updateSavedView', 'deleteSavedView'];
const writes = rootFields(schema).filter(
  ({ kind, isAdmin, name }) => kind === 'mutation' && !isAdmin && !READING.includes(name),
);
const answered = writes.flatMap((root) => {
  const type = getNamedType(root.field.type);
  const fields = isObjectType(type) ? Object.values(type.getFields()) : [];
  return fields.map((field) => ({
    mutation: root.name,
    field: field.name,
    root,
    selection: selectionOf(field),
  }));
});

const service = useService();
const site = useSite(service);
let writer: TestSite;

beforeAll(async () => {
  // Drafts are written with the scope `preview` too, which reads nothing without the scope `read`.
  const { secret } = await service.key(site.id, { name: 'writer', scopes: ['write', 'preview'] });
  writer = new TestSite(service, site.id, secret);
});

async function codes(root: RootField, selection: string): Promise<unknown[]> {
  const { query, variables } = callOf(root);
  const call = query.replace('{ __typename }', `{ ${selection} }`);
  const { errors } = await writer.graphql(call, variables);
  return (errors ?? []).map(({ message, extensions }) =>
    /does not allow/.test(message) ? extensions['code'] : 'other',
  );
}

describe('GraphQL: a write-only key', () => {
  test.each(answered.filter(({ mutation, field }) => !isTold(mutation, field)))(
    'is rejected $field of $mutation',
    async ({ root, selection }) => {
      expect(await codes(root, selection)).toEqual(['FORBIDDEN']);
    },
  );

  test.each(answered.filter(({ mutation, field }) => isTold(mutation, field)))(
    'may have $field of $mutation',
    async ({ root, selection }) => {
      expect(await codes(root, selection)).not.toContain('FORBIDDEN');
    },
  );

  test('may have nothing under another name, in a fragment or beside what it may have, and nothing is written then', async () => {
    const { _id: id } = await premiumItem('fragments');
    for (const selection of [
      'title: content id: id',
      'id ... on ContentItem { content }',
      'id ...A',
      'id references(field: "a") { id }',
    ]) {
      const { data, errors } = await writer.graphql(
        `mutation ($id: ID!) { updateContent(id: $id, input: { title: "Changed" }) { ${selection} } }
         ${selection.includes('...A') ? 'fragment A on ContentItem { ...B } fragment B on ContentItem { customFields }' : ''}`,
        { id },
      );
      expect([data ?? null, errors?.[0]?.extensions['code']]).toEqual([null, 'FORBIDDEN']);
    }
    const [row] = await service.app.database
      .forSite(site.id, 'background')
      .rows('select title from content_item where id = $1', [id]);
    expect(row).toEqual({ title: 'fragments' });
  });

  test('may not chat by hiding it among writes or in a fragment', async () => {
    const chat = 'chat(input: { message: "Hello" }) { message }';
    for (const query of [
      `mutation { deleteContent(id: "x") { id } ${chat} }`,
      `mutation { ...A } fragment A on Mutation { ${chat} }`,
      `mutation { ... on Mutation { ${chat} } }`,
    ]) {
      const { data, errors } = await writer.graphql(query);
      expect([data ?? null, errors?.[0]?.message]).toEqual([null, 'API key does not allow this operation']);
    }
  });
});

describe('REST: a write-only key is answered ids', () => {
  const routes = restOperations().filter(({ scopes }) => scopes.includes('write'));

  test.each(routes.map(({ method, path, takesForm, writeOnly }) => ({ method, path, takesForm, writeOnly })))(
    'by $method $path (form: $takesForm)',
    ({ writeOnly }) => {
      expect(writeOnly).not.toBeNull();
    },
  );

  test.each<[string, string, object]>([
    ['content', 'PUT', {}],
    ['document', 'PUT', {}],
    ['folder', 'PUT', {}],
    ['persona', 'PUT', {}],
    ['trigger', 'PUT', {}],
    ['tool', 'PUT', {}],
    ['type', 'PUT', {}],
  ])('of a %s by %s with an empty body', async (resource, method, body) => {
    const path = await PATHS[resource]!();
    const whole = await site.call<object>(method, path, body);
    expect(JSON.stringify(whole.body)).toContain(SECRET);
    const answer = await writer.call<object>(method, path, body);
    expect(answer.status).toBe(200);
    const names = Object.keys(answer.body.data);
    expect(names.filter((name) => !['_id', ...IDENTITY].includes(name))).toEqual([]);
    expect(names.length).toBeGreaterThan(1);
    expect(JSON.stringify(answer.body)).not.toContain(SECRET);
  });

  test('of an upload, with the key by which it goes on', async () => {
    const upload = { filename: 'a.txt', contentType: 'text/plain' };
    const { body } = await writer.post('/assets/upload', upload);
    expect(Object.keys(body.data).toSorted()).toEqual([
      'cdnUrl',
      'expiresIn',
      'headers',
      'key',
      'resumableUrl',
      'uploadUrl',
    ]);
  });

  test('of creations, as OpenAPI says', async () => {
    const created = await writer.post('/knowledge/documents', { title: 'T', content: SECRET, accessLevel: 'premium' });
    expect(Object.keys(created.body.data).toSorted()).toEqual(['createdAt', 'id', 'revision', 'updatedAt']);
    const { paths } = (await (await fetch(`${service.url}/api/sdk/openapi.json`)).json()) as {
      paths: Record<string, Record<string, { responses: Record<string, { description: string }> }>>;
    };
    expect(paths['/api/sdk/knowledge/documents']?.['post']?.responses['200']?.description).toContain(
      'without the scope `read`: only `id`, `revision`, `createdAt`, `updatedAt`',
    );
  });
});

function selectionOf({ name, args, type }: GraphQLField<unknown, unknown>): string {
  const given = args.filter(isRequiredArgument).map((argument) => `${argument.name}: "x"`);
  return `${name}${given.length > 0 ? `(${given.join(', ')})` : ''}${isObjectType(getNamedType(type)) ? ' { __typename }' : ''}`;
}

function isTold(mutation: string, field: string): boolean {
  return IDENTITY.includes(field) || (MADE[mutation]?.includes(field) ?? false);
}

function premiumItem(title: string) {
  return site.create('/content', {
    externalId: title,
    type: 'article',
    title,
    content: SECRET,
    accessLevel: 'premium',
  });
}

/** How a thing of each kind is made that holds the secret; answers where it is changed. */
const PATHS: Record<string, () => Promise<string>> = {
  content: async () => `/content/${(await premiumItem('an item'))._id}`,
  document: async () => {
    const document = { title: 'T', content: SECRET, accessLevel: 'premium' };
    return `/knowledge/documents/${(await site.create('/knowledge/documents', document)).id}`;
  },
  folder: async () => {
    const folder = { name: SECRET, slug: 'members', accessLevel: 'premium' };
    return `/assets/folders/${(await site.create('/assets/folders', folder))._id}`;
  },
  persona: async () => `/personas/${(await site.create('/personas', { name: 'P', systemPrompt: SECRET }))._id}`,
  trigger: async () => {
    const trigger = { type: 'keyword', trigger: { value: SECRET } };
    return `/triggers/${(await site.create('/triggers', trigger)).id}`;
  },
  tool: async () => {
    const tool = {
      name: 'tool',
      description: SECRET,
      inputSchema: { type: 'object', properties: {} },
      endpoint: 'https://tools.example/call',
      method: 'POST',
    };
    return `/webhook-tools/${(await site.create('/webhook-tools', tool))._id}`;
  },
  type: async () => {
    await site.create('/content-types', { name: SECRET, slug: 'secrets' });
    return '/content-types/secrets';
  },
};
