import { type GraphQLOutputType, getNamedType, isObjectType, isRequiredArgument } from 'graphql';
import { beforeAll, describe, expect, test } from 'vitest';
import type { AccessLevel } from '../../../src/features/access/access-level.ts';
import { resolverClasses } from '../../../src/features/features.ts';
import { buildApiSchema } from '../../../src/graphql/build-schema.ts';
import { Mirror } from '../content/change-mirror.ts';
import { useService, useSite } from '../../support/use-service.ts';
import { upload } from '../asset/uploading.ts';
import { processFile } from '../file/processing.ts';
import { ROOT_FIELDS, ROUTES } from './classification.root-fields.ts';
import { maySee } from './oracle.ts';
import { COMMON_WORD, type User, headersOf } from './world.ts';

const schema = await buildApiSchema(resolverClasses);

/** One thing of each kind at one level; each of them holds the secret where a teaser has nothing. */
interface Guarded {
  level: AccessLevel;
  required: string[];
  secret: string;
  content: string;
  knowledgeDocument: string;
  asset: string;
  fileProcessingJob: string;
  videoJob: string;
  /** Folders know no subscriptions. */
  assetFolder: string | null;
}

const CALLERS: [string, User | null][] = [
  ['the API key alone', null],
  ['a free user', {}],
  ['a premium user', { tier: 'premium' }],
  ['a premium user whose membership is over', { tier: 'premium', expiry: '2001-02-03T04:05:06Z' }],
  ['a holder of gold', { subscriptions: ['gold'] }],
];
const ALL_SEEING: User = { tier: 'premium', subscriptions: ['gold'] };

const service = useService();
const site = useSite(service);
const things: Guarded[] = [];
/** The item that refers to all of them, and that they are translations of. */
let hub: string;

beforeAll(async () => {
  await site.create('/content-types', {
    name: 'Node',
    slug: 'node',
    fields: [{ name: 'related', label: 'Related', type: 'references' }],
  });
  hub = (await site.create('/content', { externalId: 'hub', type: 'node', title: 'hub' }))._id;
  for (const level of ['public', 'authenticated', 'premium', 'subscription'] as const) things.push(await create(level));
  const related = things.map(({ content }) => content);
  await site.put(`/content/${hub}`, { customFields: { related } });
  await new Mirror(site).catchUp(site);
  await site.indexed();
}, 60_000);

async function create(level: AccessLevel): Promise<Guarded> {
  const secret = `zq${level}`;
  const text = `The ${COMMON_WORD} of ${secret} is here.`;
  const required = level === 'subscription' ? ['gold'] : [];
  const access = { accessLevel: level, requiredSubscriptions: required };
  const { _id: content } = await site.create('/content', {
    ...access,
    externalId: `item ${things.length}`,
    title: `item ${things.length}`,
    type: 'node',
    status: 'published',
    language: ['de', 'es', 'fr', 'it'][things.length],
    translationOf: hub,
    content: text,
    url: `https://example.org/${secret}`,
    metadata: { note: secret },
    customFields: { note: secret },
    videoMetadata: { duration: 60, streamUrl: `https://example.org/${secret}` },
  });
  await trash(access, secret);
  await schedule(content, secret);
  await site.put(`/content/${content}/draft`, { metadata: { note: `${secret} drafted` } });
  await site.put(`/content/${content}`, { metadata: { note: `${secret} changed` } });
  const { id: document } = await site.create('/knowledge/documents', { ...access, title: secret, content: text });
  const folder = { name: secret, slug: secret, description: secret, metadata: { note: secret }, accessLevel: level };
  const assetFolder = level === 'subscription' ? null : (await site.create('/assets/folders', folder))._id;
  const key = await upload(site, `${secret}.txt`, text, assetFolder ? { folderId: assetFolder } : {});
  const { body } = await processFile(site, key, `${secret}.txt`, level === 'subscription' ? access : {});
  return {
    level,
    required,
    secret,
    content,
    assetFolder,
    knowledgeDocument: document,
    asset: key,
    fileProcessingJob: body.data.jobId,
    videoJob: await cancelledVideo({ ...access, title: secret, videoUrl: `https://video.invalid/${secret}.mp4` }),
  };
}

/** A deleted item of the same access level. */
async function trash(access: object, secret: string): Promise<void> {
  const { _id } = await site.create('/content', {
    ...access,
    externalId: `deleted ${secret}`,
    title: secret,
    type: 'node',
  });
  await site.delete(`/content/${_id}`);
}

/** As if the item could not be unpublished. */
async function schedule(content: string, reason: string): Promise<void> {
  await site.put(`/content/${content}/schedule`, { unpublishAt: new Date(Date.now() + 10_000_000).toISOString() });
  const failed = 'update content_schedule set failed_reason = $2 where item_id = $1';
  await service.app.database.forSite(site.id).change(failed, [content, reason]);
}

/** Cancelled, because nothing is there to be fetched. */
async function cancelledVideo(video: object): Promise<string> {
  const { jobId } = await site.create<{ jobId: string }>('/knowledge/video', video);
  await site.graphql('mutation ($id: ID!) { cancelVideoProcessing(id: $id) { id } }', { id: jobId });
  return jobId;
}

/** Everything that one field or route returns to a caller. */
type Ask = (headers: Record<string, string>) => Promise<string>;

const ID_FIELDS = [
  'asset',
  'assetFolder',
  'content',
  'contentAccess',
  'knowledgeDocument',
  'fileProcessingJob',
  'videoJob',
] as const;

/** How each guarded root field is asked for everything that it could give out. */
const FIELD_CALLS: Record<string, Ask> = {
  ...Object.fromEntries(
    ID_FIELDS.map((field): [string, Ask] => [
      field,
      (headers) =>
        each((thing) =>
          ask(`query ($id: ID!) { ${field}(id: $id) ${selectionOf(field)} }`, headers, idOf(thing, field)),
        ),
    ]),
  ),
  contentBySlug: (headers) =>
    each(async (thing) => {
      const { type, slug } = await placeOf(idOf(thing, 'content'));
      return ask(`{ contentBySlug(type: "${type}", slug: "${slug}") ${selectionOf('contentBySlug')} }`, headers);
    }),
  contentVersions: (headers) =>
    each(({ content }) =>
      ask(`query ($id: ID!) { contentVersions(id: $id) ${selectionOf('contentVersions')} }`, headers, content),
    ),
  contentVersion: (headers) =>
    each(({ content }) => {
      const query = `query ($id: ID!) { contentVersion(id: $id, revision: 1) ${selectionOf('contentVersion')} }`;
      return ask(query, headers, content);
    }),
  contentDifferences: (headers) =>
    each(({ content }) =>
      ask('query ($id: ID!) { contentDifferences(id: $id, from: 1, to: 2) { before after } }', headers, content),
    ),
  contentDraft: (headers) =>
    each(({ content }) =>
      ask(`query ($id: ID!) { contentDraft(id: $id) ${selectionOf('contentDraft')} }`, headers, content),
    ),
  scheduledContents: (headers) => ask(`{ scheduledContents ${selectionOf('scheduledContents')} }`, headers),
  trashedContents: (headers) => ask(`{ trashedContents ${selectionOf('trashedContents')} }`, headers),
  assets: (headers) => ask(`{ assets(page: { limit: 20 }) ${selectionOf('assets')} }`, headers),
  assetFolders: async (headers) =>
    (await ask(`{ assetFolders ${selectionOf('assetFolders', 1)} }`, headers)) +
    (await ask('{ assetFolders(tree: true) { name tree children { name description metadata } } }', headers)),
  contents: async (headers) => {
    const list = (given: string) =>
      ask(`{ contents(page: { limit: 20 }${given}) ${selectionOf('contents')} }`, headers);
    return (await list('')) + (await list(', includeRestricted: true'));
  },
  contentChanges: (headers) => ask(`{ contentChanges(limit: 20) ${selectionOf('contentChanges')} }`, headers),
  fileProcessingJobs: async (headers) =>
    (await ask(`{ fileProcessingJobs(page: { limit: 20 }) ${selectionOf('fileProcessingJobs')} }`, headers)) +
    (await ask('{ fileProcessingJobs(filter: { status: completed }) { total items { fileName } } }', headers)),
  videoJobs: async (headers) =>
    (await ask(`{ videoJobs(page: { limit: 20 }) ${selectionOf('videoJobs')} }`, headers)) +
    (await ask('{ videoJobs(filter: { status: failed }) { total items { title } } }', headers)),
  knowledgeDocuments: (headers) =>
    ask(`{ knowledgeDocuments(page: { limit: 20 }) ${selectionOf('knowledgeDocuments')} }`, headers),
  knowledgeChunks: (headers) =>
    each(async (thing) => {
      const query = `query ($id: ID!) { knowledgeChunks(sourceId: $id) ${selectionOf('knowledgeChunks')} }`;
      return (await ask(query, headers, thing.knowledgeDocument)) + (await ask(query, headers, thing.content));
    }),
  knowledgeSources: (headers) => ask(`{ knowledgeSources ${selectionOf('knowledgeSources')} }`, headers),
  search: (headers) =>
    ask(`{ search(input: { query: "${COMMON_WORD}", maxResults: 50 }) ${selectionOf('search')} }`, headers),
  chat: (headers) =>
    ask(
      `mutation { chat(input: { message: "${COMMON_WORD}" }) { message toolCalls { output } citations { sources { title metadata } } } }`,
      headers,
    ),
  chatSession: async (headers) => {
    const sessionId = `session-${headers['authorization']?.length ?? 0}-${sessions++}`;
    const query = `mutation ($id: String) { chat(input: { message: "${COMMON_WORD}", sessionId: $id }) { message } }`;
    await ask(query, headers, sessionId);
    return ask(
      `query ($id: ID!) { chatSession(id: $id) { summary turns { message trace answer { message } } } }`,
      headers,
      sessionId,
    );
  },
  chatStream: (headers) =>
    stream(
      `subscription { chatStream(input: { message: "${COMMON_WORD}" }) { __typename ... on ChatTextEvent { text } ... on ChatAnswerEvent { answer { message citations { sources { title metadata } } } } } }`,
      headers,
    ),
  fileProcessingJobChanged: (headers) =>
    each((thing) =>
      stream(
        `subscription ($id: ID!) { fileProcessingJobChanged(id: $id) ${selectionOf('fileProcessingJob')} }`,
        headers,
        thing.fileProcessingJob,
      ),
    ),
  videoJobChanged: (headers) =>
    each((thing) =>
      stream(
        `subscription ($id: ID!) { videoJobChanged(id: $id) ${selectionOf('videoJob')} }`,
        headers,
        thing.videoJob,
      ),
    ),
};
let sessions = 0;

const ROUTE_CALLS: Record<string, Ask> = {
  'GET /assets': (headers) => get('/assets?limit=20', headers),
  'GET /assets/:id': (headers) => each(({ asset }) => get(`/assets/${encodeURIComponent(asset)}`, headers)),
  'GET /assets/folders': async (headers) =>
    (await get('/assets/folders', headers)) + (await get('/assets/folders?tree=true', headers)),
  'GET /content': async (headers) => {
    const lists = ['expand=true&includeContent=true', 'expand=true&includeContent=true&includeRestricted=true'];
    return (await Promise.all(lists.map((query) => get(`/content?${query}`, headers)))).join('');
  },
  'GET /content/changes': (headers) => get('/content/changes?items=true', headers),
  'GET /content/:id': (headers) => each(({ content }) => get(`/content/${content}?expand=true`, headers)),
  'GET /content/:id/translations': (headers) => get(`/content/${hub}/translations`, headers),
  'GET /content/:id/draft': (headers) => each(({ content }) => get(`/content/${content}/draft`, headers)),
  'GET /content/:id/versions': (headers) => each(({ content }) => get(`/content/${content}/versions`, headers)),
  'GET /content/:id/versions/:revision': (headers) =>
    each(({ content }) => get(`/content/${content}/versions/1`, headers)),
  'GET /content/schedule': (headers) => get('/content/schedule', headers),
  'GET /content/trash': (headers) => get('/content/trash', headers),
  'GET /knowledge/documents': (headers) => get('/knowledge/documents', headers),
  'GET /knowledge/documents/:id': (headers) =>
    each((thing) => get(`/knowledge/documents/${thing.knowledgeDocument}`, headers)),
  'GET /knowledge/process/:jobId': (headers) =>
    each((thing) => get(`/knowledge/process/${thing.fileProcessingJob}`, headers)),
  'GET /content/by-slug/:type/:slug': (headers) =>
    each(async (thing) => {
      const { type, slug } = await placeOf(idOf(thing, 'content'));
      return get(`/content/by-slug/${type}/${slug}`, headers);
    }),
  'GET /knowledge/video': (headers) => get('/knowledge/video?status=failed', headers),
  'GET /knowledge/video/:jobId': (headers) => each(({ videoJob }) => get(`/knowledge/video/${videoJob}`, headers)),
  'GET /rag/documents': (headers) => get('/rag/documents', headers),
  'POST /agent/chat': (headers) => post('/agent/chat', { message: COMMON_WORD }, headers),
  'POST /rag/search': (headers) =>
    post('/rag/search', { query: COMMON_WORD, maxResults: 50, searchType: 'expanded' }, headers),
};

/** What tells of no text, or of as much as a model chooses: that nothing restricted comes is all that can be asked. */
const SILENT = [
  'contentAccess',
  'contentVersions',
  'GET /content/:id/versions',
  'chat',
  'chatSession',
  'chatStream',
  'POST /agent/chat',
];

describe('every guarded field and route gives out what the caller may see, and nothing else', () => {
  test('all of them are asked', () => {
    expect(Object.keys(FIELD_CALLS).toSorted()).toEqual(ROOT_FIELDS.guarded.toSorted());
    expect(Object.keys(ROUTE_CALLS).toSorted()).toEqual(ROUTES.guarded.toSorted());
  });

  const calls = Object.entries({ ...FIELD_CALLS, ...ROUTE_CALLS }).map(([name, call]) => ({ name, call }));

  test.each(calls)('$name', async ({ name, call }) => {
    const everything = await call(await headersOf(site, ALL_SEEING));
    const told = things.filter(({ secret }) => everything.includes(secret));
    if (!SILENT.includes(name))
      expect(told.map(({ level }) => level)).toEqual(expect.arrayContaining(['public', 'premium']));
    for (const [caller, user] of CALLERS) {
      const answer = await call(await headersOf(site, user));
      const shown = things.filter(({ secret }) => answer.includes(secret));
      const seen = shown.every((thing) => maySee(user, thing, []));
      expect([caller, shown.map(({ level }) => level), seen]).toEqual([caller, shown.map(({ level }) => level), true]);
      if (SILENT.includes(name)) continue;
      // What comes out for who may see everything comes out for this caller, too, as far as it may be seen.
      expect(shown).toEqual(told.filter((thing) => maySee(user, thing, [])));
    }
  });
});

async function placeOf(id: string): Promise<{ type: string; slug: string }> {
  const headers = await headersOf(site, ALL_SEEING);
  const query = 'query ($id: ID!) { content(id: $id) { type slug } }';
  const { data } = JSON.parse(await ask(query, headers, id)) as { data: { content: { type: string; slug: string } } };
  return data.content;
}

function idOf(thing: Guarded, field: (typeof ID_FIELDS)[number]): string {
  return thing[field === 'contentAccess' ? 'content' : field] ?? things[0]?.assetFolder ?? '';
}

async function each(one: (thing: Guarded) => Promise<string>): Promise<string> {
  return (await Promise.all(things.map(one))).join('');
}

/** The answer as text, or the error of the access rule; any other error is thrown. */
async function ask(query: string, headers: Record<string, string>, id?: string): Promise<string> {
  const { data, errors } = await service.graphql(query, { id }, { 'x-svc-api-key': site.key, ...headers });
  for (const { extensions, message } of errors ?? []) {
    if (!['UNAUTHENTICATED', 'FORBIDDEN'].includes(String(extensions['code']))) throw new Error(`${query}: ${message}`);
  }
  return JSON.stringify({ data, errors });
}

async function stream(query: string, headers: Record<string, string>, id?: string): Promise<string> {
  const response = await fetch(`${service.url}/graphql/stream`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'text/event-stream', 'x-svc-api-key': site.key, ...headers },
    body: JSON.stringify({ query, variables: { id } }),
  });
  return response.text();
}

async function get(path: string, headers: Record<string, string>): Promise<string> {
  return JSON.stringify((await site.get(path, headers)).body);
}

async function post(path: string, body: object, headers: Record<string, string>): Promise<string> {
  return JSON.stringify((await site.call('POST', path, body, headers)).body);
}

/** Everything that the field's type has, as deep as the things that it holds. */
function selectionOf(root: string, depth = 3): string {
  const field = schema.getQueryType()?.getFields()[root];
  if (!field) throw new Error(`There is no query ${root}`);
  return selected(field.type, depth);
}

function selected(type: GraphQLOutputType, depth: number): string {
  const named = getNamedType(type);
  if (!isObjectType(named)) return '';
  const fields = Object.values(named.getFields()).flatMap((field) => {
    if (isObjectType(getNamedType(field.type)) && depth === 1) return [];
    const given = field.args.filter(isRequiredArgument).map(({ name }) => `${name}: "related"`);
    return [`${field.name}${given.length > 0 ? `(${given.join(', ')})` : ''} ${selected(field.type, depth - 1)}`];
  });
  // All of its fields may be objects.
  return `{ ${fields.length > 0 ? fields.join(' ') : '__typename'} }`;
}
