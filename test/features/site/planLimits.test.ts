import { beforeAll, describe, expect, test } from 'vitest';
import { TestSite } from '../../support/site.ts';
import { useOwnService } from '../../support/use-service.ts';
import { grant, put, sendForm, uploadAsset } from '../asset/uploading.ts';
import { Admin } from './admin.ts';

const service = useOwnService({
  LIMITS_FREE: 'content_item=3,document=2,file=2,chat_turn=2,form_submission=1',
  LIMITS_PRO: 'stored_bytes=20000,chunk=8,upload_grant=2,pending_job=3',
});
const admin = new Admin(service);

async function newSite(plan: 'free' | 'pro'): Promise<TestSite> {
  const { createSite } = await service.admin<{ createSite: { id: string } }>(
    'mutation ($input: CreateSiteInput!) { createSite(input: $input) { id } }',
    { input: { name: plan, ownerEmail: 'owner@example.org', plan } },
  );
  return new TestSite(service, createSite.id, (await service.key(createSite.id)).secret);
}

async function limitOf(site: TestSite, resource: string): Promise<{ used: number; max: number } | undefined> {
  const { data } = await admin.ask<{ site: { limits: { resource: string; used: number; max: number }[] } }>(
    `{ site(id: "${site.id}") { limits { resource used max } } }`,
  );
  return data?.site.limits.find((limit) => limit.resource === resource);
}

let number = 0;
const item = (more: object = {}) => {
  number += 1;
  return { externalId: `e${number}`, type: 'article', title: `Item ${number}`, content: 'Text', ...more };
};
const document = (content = 'Text', title = 'Document') => ({ title, content });
/** Of which each chunk has about 1,800 characters. */
const text = (bytes: number): string =>
  'The quick brown fox jumps over it. '.repeat(Math.ceil(bytes / 35)).slice(0, bytes);

const CREATE = 'mutation ($input: CreateContentInput!) { createContent(input: $input) { id } }';
const CREATE_SEVERAL = `mutation ($input: CreateContentsInput!) { createContents(input: $input) { id error } }`;
const CREATE_DOCUMENT = `mutation ($input: CreateKnowledgeDocumentInput!) { createKnowledgeDocument(input: $input) { id } }`;

const conflict = (limit: string, used: number, max: number) => ({
  status: 409,
  body: { success: false, error: expect.stringContaining(max.toLocaleString('en')), limit, used, max },
});

describe('content items', () => {
  test('over REST and GraphQL, one by one, in a batch and out of the trash', async () => {
    const site = await newSite('free');
    const first = await site.create('/content', item());
    const { data } = await site.graphql<{ createContents: { id: string | null; error: unknown }[] }>(CREATE_SEVERAL, {
      input: { items: [item(), item(), item()] },
    });
    const excess = { code: 'CONFLICT', limit: 'content_item', used: 3, max: 3 };
    expect(data?.createContents.map(({ error }) => error)).toEqual([null, null, expect.objectContaining(excess)]);
    expect(await site.post('/content', item())).toMatchObject(conflict('content_item', 3, 3));
    const { errors } = await site.graphql(CREATE, { input: item() });
    expect(errors?.[0]?.extensions).toMatchObject(excess);
    const put = await site.put('/content/by-external-id/new', { type: 'article', title: 'N', content: 'T' });
    expect(put.status).not.toBe(200);
    expect(await limitOf(site, 'content_item')).toMatchObject({ used: 3, max: 3 });

    expect((await site.delete(`/content/${first._id}`)).status).toBe(200);
    expect(await limitOf(site, 'content_item')).toMatchObject({ used: 2 });
    await site.create('/content', item());
    const restore = await site.graphql('mutation ($id: ID!) { restoreContent(id: $id) { id } }', { id: first._id });
    expect(restore.errors?.[0]?.extensions).toMatchObject(excess);
    const trash = await site.graphql<{ trashedContents: { total: number } }>('{ trashedContents { total } }');
    expect(trash.data?.trashedContents.total ?? trash.errors).toBe(1);
  });

  test('what changes an item is accepted at the limit', async () => {
    const site = await newSite('free');
    const first = await site.create('/content', item());
    await site.create('/content', item());
    await site.create('/content', item());
    expect((await site.put(`/content/${first._id}`, { title: 'Changed' })).status).toBe(200);
  });

  test('forty writers at once stay below it', async () => {
    const [site, neighbour] = [await newSite('free'), await service.site()];
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, at) => (at % 2 ? site : neighbour).post('/content', item())),
    );
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((_, at) => at % 2 === 0).every((status) => status === 200)).toBe(true);
    expect(statuses.filter((status, at) => at % 2 && status === 200)).toHaveLength(3);
    expect(statuses.filter((status, at) => at % 2 && status === 409)).toHaveLength(17);
    expect(await limitOf(site, 'content_item')).toMatchObject({ used: 3, max: 3 });
  });

  test('with an Idempotency-Key, and again after a deletion', async () => {
    const site = await newSite('free');
    const items = [await site.create('/content', item()), await site.create('/content', item())];
    await site.create('/content', item());
    const more = item();
    const post = () => site.call('POST', '/content', more, { 'idempotency-key': 'same' });
    expect(await post()).toMatchObject(conflict('content_item', 3, 3));
    await site.delete(`/content/${items[0]?._id}`);
    expect((await post()).status).toBe(200);
  });
});

test('documents and files of the knowledge base', async () => {
  const site = await newSite('free');
  const { id } = await site.create('/knowledge/documents', document());
  await site.create('/knowledge/documents', document());
  expect(await site.post('/knowledge/documents', document())).toMatchObject(conflict('document', 2, 2));
  const { errors } = await site.graphql(CREATE_DOCUMENT, { input: document() });
  expect(errors?.[0]?.extensions).toMatchObject({ code: 'CONFLICT', limit: 'document' });
  await site.delete(`/knowledge/documents/${id}`);
  expect(await limitOf(site, 'document')).toMatchObject({ used: 1, max: 2 });
  await site.create('/knowledge/documents', document());
});

test('uploaded files, by grant, form and GraphQL', async () => {
  const site = await newSite('free');
  await grant(site, 'a.txt', 'text/plain');
  const { body } = await sendForm(site, 'b.txt', 'Text');
  expect(await site.post('/assets/upload', { filename: 'c.txt', contentType: 'text/plain' })).toMatchObject(
    conflict('file', 2, 2),
  );
  expect(await sendForm(site, 'c.txt', 'Text')).toMatchObject(conflict('file', 2, 2));
  const { answer } = await uploadAsset(site, 'c.txt', 'Text');
  expect(answer.errors?.[0]?.extensions).toMatchObject({ code: 'CONFLICT', limit: 'file' });
  await site.delete(`/assets/${encodeURIComponent(body.data.key)}`);
  expect((await sendForm(site, 'c.txt', 'Text')).status).toBe(200);
});

test('chat turns', async () => {
  const site = await newSite('free');
  const { sessionId } = await site.create<{ sessionId: string }>('/agent/chat', { message: 'One' });
  await site.create('/agent/chat', { message: 'Two' });
  expect(await site.post('/agent/chat', { message: 'Three' })).toMatchObject(conflict('chat_turn', 2, 2));
  const remove = `mutation { deleteChatSession(siteId: "${site.id}", sessionId: "${sessionId}") { deleted } }`;
  expect(await admin.ask(remove)).toMatchObject({ data: { deleteChatSession: { deleted: true } } });
  expect((await admin.ask(remove)).errors?.[0]?.extensions).toMatchObject({ code: 'NOT_FOUND' });
  await site.create('/agent/chat', { message: 'Three' });
});

test('form submissions are rejected before an email is sent', async () => {
  const site = await newSite('free');
  const input = { forms: { enabled: true } };
  await admin.ask('mutation ($id: ID!, $input: UpdateSiteInput!) { updateSite(id: $id, input: $input) { id } }', {
    id: site.id,
    input,
  });
  const submission = { formName: 'Contact', fields: { topic: 'wheels' } };
  expect((await site.post('/forms/submit', submission)).status).toBe(200);
  const answer = await site.post('/forms/submit', submission);
  expect(answer).toMatchObject({ status: 409, body: { error: expect.stringContaining('form submissions to 1') } });
});

describe('stored bytes', () => {
  test('texts of items, documents, drafts and versions count, and free what they take', async () => {
    const site = await newSite('pro');
    const { _id } = await site.create(
      '/content',
      item({ content: text(9_000), status: 'published', aiIndexed: false }),
    );
    const half = await limitOf(site, 'stored_bytes');
    expect(half?.used).toBeGreaterThan(9_000);
    expect(half?.used).toBeLessThan(10_000);
    // The version keeps the former text.
    expect((await site.put(`/content/${_id}`, { content: text(8_900) })).status).toBe(200);
    expect(await site.post('/content', item({ content: text(5_000) }))).toMatchObject({
      status: 409,
      body: { limit: 'stored_bytes', max: 20_000 },
    });
    expect(await site.put(`/content/${_id}/draft`, { content: text(5_000) })).toMatchObject({ status: 409 });
    expect(await site.post('/knowledge/documents', document(text(5_000)))).toMatchObject({ status: 409 });
    const before = await limitOf(site, 'stored_bytes');
    expect((await site.delete(`/content/${_id}`)).status).toBe(200);
    expect(await limitOf(site, 'stored_bytes')).toEqual(before);
    await site.graphql('mutation ($id: ID!) { restoreContent(id: $id) { id } }', { id: _id });
    expect(await limitOf(site, 'stored_bytes')).toEqual(before);
    await site.delete(`/content/${_id}`);
    await site.graphql('mutation ($id: ID!) { deleteTrashedContent(id: $id) { id } }', { id: _id });
    expect(await limitOf(site, 'stored_bytes')).toMatchObject({ used: 0 });
  });

  test('of uploads: a size that is said is reserved, one that is not is compared when it has arrived', async () => {
    const site = await newSite('pro');
    await grant(site, 'a.txt', 'text/plain', { size: 12_000 });
    expect(await limitOf(site, 'stored_bytes')).toMatchObject({ used: 12_000 });
    const reserved = { filename: 'b.txt', contentType: 'text/plain', size: 9_000 };
    expect(await site.post('/assets/upload', reserved)).toMatchObject(conflict('stored_bytes', 12_000, 20_000));
    expect(await sendForm(site, 'b.txt', text(9_000))).toMatchObject(conflict('stored_bytes', 12_000, 20_000));
    const { uploadUrl } = await grant(site, 'c.txt', 'text/plain');
    expect(await put(uploadUrl, 'text/plain', text(9_000))).toMatchObject({
      status: 409,
      body: { limit: 'stored_bytes' },
    });
    expect((await put(uploadUrl, 'text/plain', text(7_000))).status).toBe(200);
    expect(await limitOf(site, 'stored_bytes')).toMatchObject({ used: 19_000 });
  });

  test('twenty documents at once stay below it', async () => {
    const site = await newSite('pro');
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, at) => site.post('/knowledge/documents', document(text(3_000), `D${at}`))),
    );
    expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(6);
    expect((await limitOf(site, 'stored_bytes'))?.used).toBeLessThanOrEqual(20_000);
  });
});

describe('what becomes less by itself', () => {
  test('open upload grants', async () => {
    const site = await newSite('pro');
    const [first] = [await grant(site, 'a.txt', 'text/plain'), await grant(site, 'b.txt', 'text/plain')];
    const answer = await site.post('/assets/upload', { filename: 'c.txt', contentType: 'text/plain' });
    expect(answer).toMatchObject({ status: 429, body: { limit: 'upload_grant', used: 2, max: 2 } });
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    await put(first.uploadUrl, 'text/plain', 'Text');
    await grant(site, 'c.txt', 'text/plain');
  });

  describe('sources that wait to be indexed', () => {
    beforeAll(() => service.stopJobs());

    test('are not added beyond the limit, and deleted', async () => {
      const site = await newSite('pro');
      const { id } = await site.create('/knowledge/documents', document());
      await site.create('/content', item());
      await site.create('/content', item());
      const answer = await site.post('/knowledge/documents', document());
      expect(answer).toMatchObject({ status: 429, body: { limit: 'pending_job', used: 3, max: 3 } });
      expect(answer.headers.get('retry-after')).toBe('10');
      const { errors } = await site.graphql(CREATE, { input: item() });
      expect(errors?.[0]?.extensions).toMatchObject({ code: 'RATE_LIMITED', limit: 'pending_job' });
      expect((await site.delete(`/knowledge/documents/${id}`)).status).toBe(200);
      expect((await site.post('/content', item())).status).toBe(200);
      await service.startJobs();
      await site.indexed();
      expect(await limitOf(site, 'pending_job')).toMatchObject({ used: 0, max: 3 });
    });
  });
});

describe('chunks', () => {
  test('are predicted from the length of a text', async () => {
    const site = await newSite('pro');
    expect(await site.post('/knowledge/documents', document(text(9_500)))).toMatchObject(conflict('chunk', 0, 8));
    const { id } = await site.create('/knowledge/documents', document(text(7_000)));
    expect(await limitOf(site, 'chunk')).toMatchObject({ max: 8 });
    await site.indexed();
    const chunks = (await limitOf(site, 'chunk'))?.used ?? 0;
    expect(chunks).toBeGreaterThan(2);
    expect(chunks).toBeLessThan(8);
    await site.delete(`/knowledge/documents/${id}`);
    expect(await limitOf(site, 'chunk')).toMatchObject({ used: 0 });
  });

  test('of a file fail its job with an error that names the limit', async () => {
    const site = await newSite('pro');
    const sections = Array.from({ length: 12 }, (_, at) => `# Section ${at}\n\n${text(600)}`).join('\n\n');
    const { body } = await sendForm(site, 'long.md', sections, { type: 'text/markdown' });
    const { jobId } = await site.create<{ jobId: string }>('/knowledge/process', {
      fileKey: body.data.key,
      fileName: 'long.md',
    });
    await site.indexed();
    const job = await site.get(`/knowledge/process/${jobId}`);
    const error = { code: 'CONFLICT', message: expect.stringContaining('chunks to 8') };
    expect(job.body.data).toMatchObject({ status: 'failed', error });
    expect(await limitOf(site, 'chunk')).toMatchObject({ used: 0, max: 8 });
  });
});
