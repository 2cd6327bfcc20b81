import { describe, expect, test } from 'vitest';
import { useService, useSite } from '../../support/use-service.ts';
import { anItem, createItem } from './items.ts';

const service = useService();
const site = useSite(service);

const DANGEROUS = [
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  ' javascript:alert(1)',
  '\u00a0javascript:alert(1)',
  '\u0001javascript:alert(1)',
  'java\nscript:alert(1)',
  'java\tscript:alert(1)',
  'vbscript:x',
  'data:text/html,<script>alert(1)</script>',
  'https://bank.example@evil.example/',
  '//user:secret@evil.example/',
  'https://exa\u0007mple.org/',
];

const persona = (avatar: string) => ({ name: `P ${crypto.randomUUID()}`, systemPrompt: 'x', avatar });
const folder = (coverImage: string) => ({ name: 'F', slug: `f-${crypto.randomUUID()}`, coverImage });
const trigger = (type: string, payload: object) => ({
  type: 'keyword',
  trigger: { value: crypto.randomUUID() },
  response: { message: 'x' },
  actions: [{ type, payload }],
});

const REST: [field: string, path: string, body: (url: string) => object][] = [
  ['url', '/content', (url) => anItem({ url })],
  ['featuredImage', '/content', (featuredImage) => anItem({ featuredImage })],
  ['videoMetadata.streamUrl', '/content', (streamUrl) => anItem({ videoMetadata: { streamUrl } })],
  ['videoMetadata.thumbnailUrl', '/content', (thumbnailUrl) => anItem({ videoMetadata: { thumbnailUrl } })],
  ['customFields.page', '/content', (page) => anItem({ type: 'linked', customFields: { page } })],
  ['customFields.picture', '/content', (url) => anItem({ type: 'linked', customFields: { picture: { url } } })],
  ['avatar', '/personas', persona],
  ['coverImage', '/assets/folders', folder],
  ['actions[0].payload.url', '/triggers', (url) => trigger('open_url', { url })],
  ['actions[0].payload.url', '/triggers', (url) => trigger('play_video', { videoId: '1', url })],
  ['actions[0].payload.route', '/triggers', (route) => trigger('navigate', { route })],
];

const TYPE = [
  { name: 'page', label: 'Page', type: 'url' },
  { name: 'picture', label: 'Picture', type: 'media' },
];

describe('a URL that runs something or names a user', () => {
  test.each(REST)('is 400 as %s of %s', async (field, path, body) => {
    await site.post('/content-types', { name: 'Linked', slug: 'linked', fields: TYPE });
    for (const url of DANGEROUS) {
      const { status, body: answer } = await site.post(path, body(url));
      expect([url, status, answer.error]).toEqual([url, 400, expect.stringContaining(field)]);
    }
  });

  test('is an error in every mutation of GraphQL that takes one', async () => {
    const { _id } = await createItem(site);
    const url = 'javascript:alert(1)';
    const mutations: [string, string, object][] = [
      ['CreateContentInput', 'createContent(input: $input) { id }', anItem({ url })],
      ['CreateContentInput', 'createContent(input: $input) { id }', anItem({ videoMetadata: { thumbnailUrl: url } })],
      ['UpdateContentInput', `updateContent(id: "${_id}", input: $input) { id }`, { featuredImage: url }],
      ['ContentDraftInput', `saveContentDraft(id: "${_id}", input: $input) { id }`, { url }],
      ['CreatePersonaInput', 'createPersona(input: $input) { id }', persona(url)],
      ['CreateAssetFolderInput', 'createAssetFolder(input: $input) { id }', folder(url)],
      ['SubmitFormInput', 'submitForm(input: $input)', { fields: { a: 'b' }, pageUrl: url }],
    ];
    for (const [type, field, input] of mutations) {
      const { errors } = await site.graphql(`mutation ($input: ${type}!) { ${field} }`, { input });
      expect([field, errors?.[0]?.extensions?.['code']]).toEqual([field, 'BAD_REQUEST']);
    }
  });

  test('is not shown for a form, whose page may be that of an app', async () => {
    const submit = (pageUrl: string) => site.post('/forms/submit', { fields: { a: 'b' }, pageUrl });
    expect((await submit('java\nscript:alert(1)')).body.error).toContain('pageUrl must be');
    for (const page of [
      'capacitor://localhost/contact',
      'file:///android_asset/index.html',
      '/contact',
      'https://example.org',
    ]) {
      expect((await submit(page)).body.error).not.toContain('pageUrl');
    }
  });
});

test.each([
  'https://example.org/a?b=c#d',
  'http://localhost:3000/',
  'HTTPS://EXAMPLE.ORG',
  '//cdn.example.org/a.png',
  '/articles/größe 1.png',
  'articles/a:b',
  '../a.png',
  '?page=2',
  '#part',
  'www.example.org/javascript:a',
  'https://example.org/@user/a@b',
])('%s is kept as it is', async (url) => {
  const item = await createItem(site, {
    url,
    featuredImage: url,
    videoMetadata: { streamUrl: url, thumbnailUrl: url },
  });
  expect(item).toMatchObject({ url, featuredImage: url, videoMetadata: { streamUrl: url, thumbnailUrl: url } });
  expect((await site.post('/personas', persona(url))).body.data).toMatchObject({ avatar: url });
});

describe('one that was stored before', () => {
  const storeUrl = (id: string, url: string) =>
    service.app.database.system.rows('update content_item set url = $2 where id = $1', [id, url]);

  test('is in no result of a search and in no citation of an answer', async () => {
    const own = await service.site();
    const content = '## Pressure\n\nA zeppelin tyre rolls well at four bar.';
    const item = await createItem(own, {
      title: 'Zeppelin tyres',
      content,
      url: 'https://example.org/z',
      status: 'published',
    });
    await own.indexed();
    const search = async () => {
      const { body } = await own.post<{ results: { metadata: Record<string, unknown> }[] }>('/rag/search', {
        query: 'zeppelin tyre pressure',
      });
      return body.data.results[0]?.metadata;
    };
    expect(await search()).toMatchObject({ url: 'https://example.org/z', anchor: 'https://example.org/z#pressure' });
    const { body } = await own.post<{ sessionId: string }>('/agent/chat', { message: 'zeppelin tyre pressure' });
    expect(JSON.stringify(body)).toContain('https://example.org/z');
    await storeUrl(item._id, 'javascript:alert(1)');
    const result = await search();
    expect(result).toMatchObject({ title: 'Zeppelin tyres' });
    expect(result).not.toHaveProperty('url');
    expect(result).not.toHaveProperty('anchor');
    const answer = await own.post('/agent/chat', { message: 'zeppelin tyre pressure' });
    expect(JSON.stringify(answer.body)).not.toContain('javascript:');
    expect(answer.body.data['citations']).toMatchObject([{ sources: [{ title: 'Zeppelin tyres' }] }]);
    await service.app.database.system.rows(
      `update chat_answer set answer = replace(answer::text, 'https://example.org/z', 'javascript:alert(1)')::jsonb where site_id = $1`,
      [own.id],
    );
    const { data } = await own.graphql(
      `{ chatSession(id: "${body.data.sessionId}") { turns { answer { citations { sources { title url anchor } } } } } }`,
    );
    expect(JSON.stringify(data)).toContain('Zeppelin tyres');
    expect(JSON.stringify(data)).not.toContain('javascript:');
  });
});
