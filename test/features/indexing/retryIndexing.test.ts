import { describe, expect, test } from 'vitest';
import { useService, useSite } from '../../support/use-service.ts';
import { headersOf } from '../access/world.ts';
import { upload } from '../asset/uploading.ts';
import { ended, processFile, readJob } from '../file/processing.ts';

const RETRY = `mutation ($id: ID!) {
  retryIndexing(id: $id) { id status fileType chunks error { code message } }
}`;
const CHUNKS = `query ($id: ID!, $page: PageInput) {
  knowledgeChunks(sourceId: $id, page: $page) {
    total hasMore endCursor
    items { id position section text page startTime endTime accessLevel hasVector embedder }
  }
}`;
const SOURCES = '{ knowledgeSources { id status error { code message } } }';
const UNKNOWN = '019a0000-0000-7000-8000-000000000000';
const FAILURE = { code: 'BAD_GATEWAY', message: 'The model answered nonsense' };

interface Source {
  id: string;
  status: string;
  fileType: string;
  chunks: number;
  error: typeof FAILURE | null;
}
interface Chunk {
  id: string;
  position: number;
  section: string[];
  text: string;
  accessLevel: string;
  hasVector: boolean;
  embedder: string | null;
}
interface Chunks {
  knowledgeChunks: { total: number; hasMore: boolean; endCursor: string | null; items: Chunk[] };
}

const service = useService();
const site = useSite(service);

async function document(body: object = {}): Promise<string> {
  const { id } = await site.create('/knowledge/documents', {
    title: 'Wheels',
    content: 'How to true a wheel.',
    ...body,
  });
  await site.indexed();
  return id;
}

/** As the last attempt leaves a source whose text was written and could not be indexed. */
async function failed(id: string): Promise<void> {
  const { database } = service.app;
  await database.system.rows(
    `update knowledge_source set status = 'failed', error = $2, revision = revision + 1 where id = $1`,
    [id, JSON.stringify(FAILURE)],
  );
}

async function retry(id: string): Promise<Source> {
  const { data, errors } = await site.graphql<{ retryIndexing: Source }>(RETRY, { id });
  if (!data?.retryIndexing) throw new Error(JSON.stringify(errors));
  return data.retryIndexing;
}

async function sourceOf(id: string): Promise<Source | undefined> {
  const { data } = await site.graphql<{ knowledgeSources: Source[] }>(SOURCES);
  return data?.knowledgeSources.find((source) => source.id === id);
}

async function chunksOf(id: string, page: object = {}, headers = {}, of = site) {
  const { data, errors } = await service.graphql<Chunks>(CHUNKS, { id, page }, { 'x-svc-api-key': of.key, ...headers });
  return { ...data?.knowledgeChunks, error: errors?.[0] };
}

describe('retryIndexing', () => {
  test('indexes the present text of a document whose indexing failed, and removes its error', async () => {
    const id = await document();
    await service.app.database.system.rows(
      `update knowledge_document set content = 'All about spokes.' where id = $1`,
      [id],
    );
    await failed(id);
    expect(await sourceOf(id)).toMatchObject({ status: 'failed', error: FAILURE });
    const retried = await retry(id);
    expect(retried).toMatchObject({ id, fileType: 'document', error: null });
    // The job may have begun before the answer was read.
    expect(['queued', 'processing', 'completed']).toContain(retried.status);
    await site.indexed();
    expect(await sourceOf(id)).toMatchObject({ status: 'completed', error: null });
    expect((await chunksOf(id)).items?.map(({ text }) => text)).toEqual(['All about spokes.']);
  });

  test('repeated, makes one job', async () => {
    const id = await document();
    await failed(id);
    const answers = await Promise.all([retry(id), retry(id), retry(id)]);
    for (const answer of answers) expect(['queued', 'processing', 'completed']).toContain(answer.status);
    const jobs = await service.app.database.system.rows(
      `select 1 from job where kind = 'index-source' and key = $1 and created_at > now() - interval '1 minute'
         and status in ('queued', 'running')`,
      [id],
    );
    expect(jobs.length).toBeLessThanOrEqual(1);
    await site.indexed();
    expect(await sourceOf(id)).toMatchObject({ status: 'completed' });
  });

  test('of an indexed source is 409, of an unknown one 404', async () => {
    const id = await document();
    const { errors } = await site.graphql(RETRY, { id });
    expect(errors?.[0]).toMatchObject({
      message: 'Nothing to retry: the source is indexed',
      extensions: { code: 'CONFLICT' },
    });
    for (const unknown of [UNKNOWN, 'nonsense']) {
      const answer = await site.graphql(RETRY, { id: unknown });
      expect(answer.errors?.[0]).toMatchObject({ message: 'Source not found', extensions: { code: 'NOT_FOUND' } });
    }
  });

  test('indexes a content item again', async () => {
    const { _id: id } = await site.create('/content', {
      externalId: 'retried',
      type: 'article',
      title: 'Retried',
      content: 'How a chain is oiled.',
      status: 'published',
    });
    await site.indexed();
    await failed(id);
    expect(await retry(id)).toMatchObject({
      status: expect.stringMatching(/^(queued|processing)$/),
      fileType: 'content',
    });
    await site.indexed();
    expect(await sourceOf(id)).toMatchObject({ status: 'completed' });
  });

  test('restarts the job of a file whose text could not be extracted', async () => {
    const key = await upload(site, 'chain.txt', 'How a chain is cut.');
    await site.indexed();
    const { body } = await processFile(site, key, 'chain.txt');
    const { documentId: id = '' } = await ended(site, body.data.jobId);
    await service.app.database.system.rows(
      `with job as (update file_job set phase = 'failed', error = $2 where file_id = $1)
       update knowledge_source set status = 'failed', error = $2 where id = $1`,
      [id, JSON.stringify(FAILURE)],
    );
    expect(await readJob(site, body.data.jobId)).toMatchObject({ status: 'failed', error: FAILURE });
    expect(await retry(id)).toMatchObject({ status: 'queued', fileType: 'txt', error: null });
    expect(await ended(site, body.data.jobId)).toMatchObject({ status: 'completed', documentId: id });
    expect(await sourceOf(id)).toMatchObject({ status: 'completed', error: null });
  });

  test('restarts the job of a video that was cancelled', async () => {
    const { jobId } = await site.create<{ jobId: string }>('/knowledge/video', {
      videoUrl: 'https://video.invalid/retried.mp4',
    });
    const CANCEL = 'mutation ($id: ID!) { cancelVideoProcessing(id: $id) { sourceId state } }';
    const { data } = await site.graphql<{ cancelVideoProcessing: { sourceId: string } }>(CANCEL, { id: jobId });
    expect(await retry(data?.cancelVideoProcessing.sourceId ?? '')).toMatchObject({ fileType: 'video', error: null });
    const job = await site.graphql<{ videoJob: { state: string } }>(`{ videoJob(id: "${jobId}") { state } }`);
    expect(job.data?.videoJob.state).not.toBe('cancelled');
    await site.graphql(CANCEL, { id: jobId });
  });

  test('needs a key that may write; one that may not read gets the id', async () => {
    const id = await document();
    await failed(id);
    const reading = await service.key(site.id, { name: 'reading', scopes: ['read'] });
    const refused = await service.graphql(RETRY, { id }, { 'x-svc-api-key': reading.secret });
    expect(refused.errors?.[0]).toMatchObject({ extensions: { code: 'FORBIDDEN' } });
    expect(await sourceOf(id)).toMatchObject({ status: 'failed' });
    const writing = await service.key(site.id, { name: 'writing', scopes: ['write'] });
    const headers = { 'x-svc-api-key': writing.secret };
    const more = await service.graphql(RETRY, { id }, headers);
    expect(more.errors?.[0]).toMatchObject({ extensions: { code: 'FORBIDDEN' } });
    const { data } = await service.graphql('mutation ($id: ID!) { retryIndexing(id: $id) { id } }', { id }, headers);
    expect(data).toEqual({ retryIndexing: { id } });
  });
});

describe('knowledgeChunks', () => {
  const paragraph = (word: string) => `The ${word} is cleaned with care and oiled at the end. `.repeat(60);
  const LONG = `# Care\n\n${paragraph('chain')}\n\n## Brakes\n\n${paragraph('brake')}`;

  test('are in the order of the text, under their headings, page by page', async () => {
    const id = await document({ content: LONG });
    const all = await chunksOf(id);
    expect(all.items?.map(({ position }) => position)).toEqual(all.items?.map((_, index) => index));
    expect(all.items?.length).toBeGreaterThan(3);
    expect(all.items?.[0]).toMatchObject({ section: ['Care'], accessLevel: 'public', hasVector: true });
    expect(all.items?.at(-1)).toMatchObject({ section: ['Care', 'Brakes'] });
    expect(all.items?.at(-1)?.text).toContain('The brake is cleaned');
    const first = await chunksOf(id, { limit: 2 });
    expect(first).toMatchObject({ total: all.total, hasMore: true });
    const second = await chunksOf(id, { limit: 2, after: first.endCursor });
    expect([...(first.items ?? []), ...(second.items ?? [])]).toEqual(all.items?.slice(0, 4));
    const { body } = await site.post<{ results: { id: string; content: string }[] }>('/rag/search', {
      query: 'brake',
      maxResults: 50,
    });
    const found = body.data.results.filter((result) => all.items?.some((chunk) => chunk.id === result.id));
    expect(found.length).toBeGreaterThan(0);
  });

  test('tell of each whether it has a vector of the present model', async () => {
    const id = await document();
    const embedderIs = (embedder: string) =>
      service.app.database.system.rows('update chunk set embedder = $2 where source_id = $1', [id, embedder]);
    await embedderIs('none');
    expect((await chunksOf(id)).items).toMatchObject([{ hasVector: false, embedder: null }]);
    await embedderIs('an-older-model');
    expect((await chunksOf(id)).items).toMatchObject([{ hasVector: false, embedder: 'an-older-model' }]);
  });

  test('are of who can read the source', async () => {
    const id = await document({ accessLevel: 'premium' });
    expect((await chunksOf(id)).error).toMatchObject({ message: 'Premium membership required' });
    const premium = await headersOf(site, { tier: 'premium' });
    expect((await chunksOf(id, {}, premium)).items).toMatchObject([{ accessLevel: 'premium' }]);
    // A less restricted level applies to the text once it is indexed again.
    await service.app.database.system.rows(`update knowledge_source set access_level = 'public' where id = $1`, [id]);
    expect(await chunksOf(id)).toMatchObject({ total: 0, items: [] });
    const other = await service.site();
    expect((await chunksOf(id, {}, {}, other)).error).toMatchObject({ message: 'Source not found' });
  });

  test('of a draft are those of no source for a key that sees published content only', async () => {
    const { _id: id } = await site.create('/content', {
      externalId: 'chunks of a draft',
      type: 'article',
      title: 'Draft',
      content: 'Not yet.',
    });
    await site.indexed();
    expect(await chunksOf(id)).toMatchObject({ total: 1 });
    const { secret } = await service.key(site.id, { name: 'delivery', scopes: ['read'] });
    const ask = async (draft: string) =>
      JSON.stringify(await service.graphql(CHUNKS, { id: draft }, { 'x-svc-api-key': secret }));
    expect(await ask(id)).toContain('"NOT_FOUND"');
    expect(await ask(id)).toBe(await ask(UNKNOWN));
  });
});
