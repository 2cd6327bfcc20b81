import sharp from 'sharp';
import { script } from '../../features/agent/agent-service.ts';
import { here, sendForm } from '../../features/asset/uploading.ts';
import type { TestSite } from '../../support/site.ts';
import type { FaultService } from './fault-service.ts';
import { SPOKEN, SUBTITLED } from './video-host.ts';
import { hasProgram } from '../../support/needs.ts';

export interface SurfaceAnswer {
  status: number;
  /** JSON, where it is. */
  body: unknown;
}

/** A call that a client makes, by any of the ways into the service. */
export interface Surface {
  name: string;
  /** In the OpenAPI document; null: none describes it. */
  operation: string | null;
  call: () => Promise<SurfaceAnswer>;
}

const JSON_TYPE = { 'content-type': 'application/json' };

export interface Surfaces {
  site: TestSite;
  surfaces: Surface[];
  /** They leave seconds of work behind; none without ffmpeg. */
  videos: Surface[];
}

/** All of them, on a site that has something of everything. */
export async function createSurfaces({ service, cohere, endpoint, videoUrl }: FaultService): Promise<Surfaces> {
  const site = await service.site();
  await service.admin('mutation ($id: ID!, $input: UpdateSiteInput!) { updateSite(id: $id, input: $input) { id } }', {
    id: site.id,
    input: { forms: { enabled: true, recipients: ['desk@example.org'] } },
  });
  script(cohere, {
    talk: (_body, round) => (round === 1 ? { calls: [{ name: 'stock', arguments: {} }] } : { text: 'It is in stock.' }),
  });
  await site.create('/webhook-tools', {
    name: 'stock',
    description: 'Tells the stock.',
    inputSchema: { type: 'object', properties: {} },
    endpoint: endpoint.url('/stock'),
    method: 'GET',
  });
  await site.create('/triggers', {
    type: 'intent',
    trigger: { value: 'purchase', examples: ['I want to buy it'] },
    actions: [{ type: 'navigate', payload: { route: '/buy' } }],
  });
  const item = await site.create('/content', itemNamed('first'));
  await site.create('/knowledge/documents', { title: 'Brakes', content: 'A brake is adjusted with a spanner.' });
  const image = await uploadOf(site, 'picture.png', await pictureOf(64));
  const file = await uploadOf(site, 'file.txt', 'The text of a file.');
  await site.indexed();
  const token = await service.token(site.id, { uid: 'reader' });
  const user = { authorization: `Bearer ${token}` };
  let count = 0;
  const next = () => ++count;

  const rest = (
    name: string,
    operation: string,
    method: string,
    path: () => string,
    body?: () => unknown,
    headers: Record<string, string> = {},
  ): Surface => ({
    name,
    operation,
    call: () => fetched(`${service.url}/api/sdk${path()}`, method, { ...headers, 'x-svc-api-key': site.key }, body?.()),
  });
  const graphql = (
    name: string,
    query: string,
    variables: () => object,
    path = '/graphql',
    accept = 'application/json',
  ): Surface => ({
    name,
    operation: null,
    call: () =>
      fetched(
        `${service.url}${path}`,
        'POST',
        { 'x-svc-api-key': site.key, accept },
        { query, variables: variables() },
      ),
  });
  const cdn = (name: string, path: () => string): Surface => ({
    name,
    operation: null,
    call: () => fetched(`${service.url}/cdn/${path()}`, 'GET', {}),
  });
  const question = () => ({ message: `Is brake ${next()} in stock?` });
  const CHAT = 'subscription ($input: ChatInput!) { chatStream(input: $input) { __typename } }';

  const surfaces: Surface[] = [
    rest('list', 'ListContent', 'GET', () => '/content'),
    rest('read', 'GetContent', 'GET', () => `/content/${item._id}`),
    rest('read as a user', 'GetContent', 'GET', () => `/content/${item._id}`, undefined, user),
    rest(
      'write',
      'CreateContent',
      'POST',
      () => '/content',
      () => itemNamed(`item-${next()}`),
    ),
    rest(
      'document',
      'CreateKnowledgeDocument',
      'POST',
      () => '/knowledge/documents',
      () => ({ title: `Document ${next()}`, content: 'Wheels are trued.' }),
    ),
    rest(
      'search',
      'Search',
      'POST',
      () => '/rag/search',
      () => ({ query: 'brake', searchType: 'expanded', useReranking: true }),
    ),
    rest('chat', 'Chat', 'POST', () => '/agent/chat', question),
    rest('chat by events', 'Chat', 'POST', () => '/agent/chat', question, { accept: 'text/event-stream' }),
    rest(
      'form',
      'SubmitForm',
      'POST',
      () => '/forms/submit',
      () => ({ formName: 'Contact', fields: { email: 'a@example.org', n: next() } }),
    ),
    rest(
      'grant',
      'CreateUploadGrant',
      'POST',
      () => '/assets/upload',
      () => ({ filename: 'a.txt', contentType: 'text/plain' }),
    ),
    rest(
      'process',
      'ProcessFile',
      'POST',
      () => '/knowledge/process',
      () => ({ fileKey: file, fileName: 'file.txt' }),
    ),
    graphql('GraphQL list', '{ contents { total items { id title } } knowledgeSources { id } }', () => ({})),
    graphql('GraphQL chat by events', CHAT, () => ({ input: question() }), '/graphql/stream', 'text/event-stream'),
    graphql('GraphQL files', '{ assets { total items { id url } } }', () => ({})),
    cdn('CDN file', () => file),
    cdn('CDN image', () => `${image}?w=${8 + (next() % 50)}&q=${1 + (next() % 90)}`),
    { name: 'ready', operation: null, call: () => fetched(`${service.url}/health/ready`, 'GET', {}) },
    {
      name: 'upload',
      operation: 'CreateUploadGrant',
      call: async () => {
        const { status, body } = await sendForm(site, `file-${next()}.txt`, 'Text of an upload.');
        return { status, body };
      },
    },
    {
      name: 'upload of an image',
      operation: 'CreateUploadGrant',
      call: async () => {
        const { status, body } = await sendForm(site, `image-${next()}.png`, await pictureOf(16));
        return { status, body };
      },
    },
    {
      name: 'resumable upload',
      operation: null,
      call: () => uploadResumably(site, `file-${next()}.txt`),
    },
  ];
  // A new URL is a new video.
  const video = (name: string, file: string): Surface =>
    rest(
      name,
      'AddVideo',
      'POST',
      () => '/knowledge/video',
      () => ({ videoUrl: `${videoUrl(file)}?n=${next()}` }),
    );
  const videos = hasProgram('ffmpeg') ? [video('video', SPOKEN), video('video with subtitles', SUBTITLED)] : [];
  return { site, surfaces, videos };
}

function itemNamed(name: string): object {
  return {
    externalId: name,
    type: 'article',
    title: `Brake ${name}`,
    status: 'published',
    content: 'How a brake is adjusted.',
  };
}

function pictureOf(side: number): Promise<Buffer> {
  return sharp({ create: { width: side, height: side, channels: 3, background: 'red' } })
    .png()
    .toBuffer();
}

async function uploadOf(site: TestSite, name: string, content: Buffer | string): Promise<string> {
  const { status, body } = await sendForm(site, name, content);
  if (status !== 200) throw new Error(JSON.stringify(body));
  return body.data.key;
}

/** Of text, in one request after the one for the grant. */
async function uploadResumably(site: TestSite, filename: string): Promise<SurfaceAnswer> {
  const content = 'Text of an upload.';
  const grant = { filename, contentType: 'text/plain', size: content.length };
  const granted = await site.post<{ resumableUrl: string }>('/assets/upload', grant);
  if (granted.status >= 400) return granted;
  const { status } = await fetch(here(site, granted.body.data.resumableUrl), {
    method: 'PATCH',
    headers: { 'tus-resumable': '1.0.0', 'content-type': 'application/offset+octet-stream', 'upload-offset': '0' },
    body: content,
  });
  return { status: status === 204 ? 200 : status, body: null };
}

async function fetched(
  url: string,
  method: string,
  headers: Record<string, string>,
  body?: unknown,
): Promise<SurfaceAnswer> {
  const response = await fetch(url, {
    method,
    headers: { ...(body === undefined ? {} : JSON_TYPE), ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return {
    status: response.status,
    body: response.headers.get('content-type')?.includes('json') ? JSON.parse(text) : text,
  };
}
