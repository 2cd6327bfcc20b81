import { describe, expect, test } from 'vitest';
import { useOwnService, useSite } from '../../support/use-service.ts';
import { fixtureBytes } from '../../support/document-samples.ts';
import { upload } from '../asset/uploading.ts';
import { changes, ended, processFile, readJob } from './processing.ts';

const service = useOwnService();
const site = useSite(service);

const PAGE = '<html><body><h1>Ferry</h1><p>The gangway is lowered at noon.</p></body></html>';

interface Hit {
  source: string;
  metadata: Record<string, unknown>;
}

async function search(query: string, from = site): Promise<Hit[]> {
  const { body } = await from.post<{ results: Hit[] }>('/rag/search', { query });
  return body.data.results;
}

async function holding(word: string): Promise<Hit[]> {
  return (await search(word)).filter((hit) => JSON.stringify(hit).includes(word));
}

async function listed(documentId: string) {
  const { body } = await site.get<Record<string, unknown>[]>('/rag/documents');
  return body.data.find(({ _id }) => _id === documentId);
}

describe('POST /knowledge/process', () => {
  test('a page is answered as processing, then completed with its chunks and found by search', async () => {
    const key = await upload(site, 'gangway.html', PAGE);
    const { status, body } = await processFile(site, key, 'gangway.html', { metadata: { title: 'Ferry notes' } });
    expect(status).toBe(200);
    expect(body.data).toEqual({ jobId: expect.any(String), status: 'processing', fileName: 'gangway.html' });
    const job = await ended(site, body.data.jobId);
    expect(job).toMatchObject({ status: 'completed', fileName: 'gangway.html', chunks: 1 });
    expect(await listed(job.documentId ?? '')).toMatchObject({ fileType: 'html', status: 'completed', chunks: 1 });
    const [hit] = await search('gangway lowered at noon');
    expect(hit).toMatchObject({ source: 'file' });
    expect(JSON.stringify(hit)).toContain('Ferry notes');
  });

  test('a Markdown file has its front matter as metadata and the title of it', async () => {
    const page = '---\r\ntitle: Gantry manual\r\ntags: [deck]\r\n---\r\n\r\nThe gantry hauls the hawser.\r\n';
    const key = await upload(site, 'gantry.md', page);
    const { body } = await processFile(site, key, 'gantry.md');
    expect(await ended(site, body.data.jobId)).toMatchObject({ status: 'completed', chunks: 1 });
    const [hit] = await search('gantry hauls the hawser');
    const frontMatter = { title: 'Gantry manual', tags: ['deck'] };
    expect(hit).toMatchObject({
      content: 'The gantry hauls the hawser.',
      metadata: { title: 'Gantry manual', frontMatter },
    });
    await ended(site, (await processFile(site, key, 'gantry.md', { metadata: { title: 'Own' } })).body.data.jobId);
    expect((await search('gantry hauls the hawser'))[0]?.metadata).toMatchObject({ title: 'Own', frontMatter });
  });

  test('hits of a PDF know the page and the section', async () => {
    const key = await upload(site, 'ferry.pdf', fixtureBytes('ferry.outlined.pdf'));
    const { body } = await processFile(site, key, 'ferry.pdf');
    expect(await ended(site, body.data.jobId)).toMatchObject({ status: 'completed' });
    const [hit] = await search('assembly point when the alarm sounds');
    expect(hit).toMatchObject({
      source: 'file',
      metadata: { page: 2, url: expect.stringMatching(/ferry\.pdf#page=2$/) },
    });
    expect(JSON.stringify(hit?.metadata)).toContain('Emergencies');
  });

  test('the same key again is the same document, with the text once', async () => {
    const key = await upload(site, 'again.html', PAGE.replace('gangway', 'windlass'));
    const first = await ended(site, (await processFile(site, key, 'again.html')).body.data.jobId);
    const second = await ended(site, (await processFile(site, key, 'again.html')).body.data.jobId);
    expect(second.jobId).not.toBe(first.jobId);
    expect(second).toMatchObject({ status: 'completed', documentId: first.documentId, chunks: 1 });
    await site.indexed();
    expect(await holding('windlass')).toHaveLength(1);
  });

  test('calls while a job of the file waits are answered with that job', async () => {
    const key = await upload(site, 'joined.html', PAGE);
    await service.stopFileJobs();
    const answers = await Promise.all(Array.from({ length: 6 }, () => processFile(site, key, 'joined.html')));
    await service.startFileJobs();
    expect(new Set(answers.map(({ body }) => body.data.jobId)).size).toBe(1);
  });

  test('its access level can be given with the call and is enforced', async () => {
    const key = await upload(site, 'premium.html', PAGE.replace('gangway', 'capstan'));
    const { body } = await processFile(site, key, 'premium.html', { accessLevel: 'premium' });
    expect(await ended(site, body.data.jobId)).toMatchObject({ status: 'completed' });
    expect(await holding('capstan')).toEqual([]);
    const reopened = await processFile(site, key, 'premium.html', { accessLevel: 'public' });
    await ended(site, reopened.body.data.jobId);
    await site.indexed();
    expect(await holding('capstan')).toHaveLength(1);
  });

  test.each([
    ['a key that nothing was uploaded under', 'nowhere/file.pdf', 'file.pdf', 404, 'File not found'],
    ['an extension that is not read', 'nowhere/file.xlsx', 'file.xlsx', 400, 'File type not supported'],
    ['no name', 'nowhere/file.pdf', '', 400, 'fileName is required'],
  ])('rejects %s', async (_name, key, name, status, error) => {
    expect(await processFile(site, key, name)).toMatchObject({ status, body: { success: false, error } });
  });

  test('another site neither processes the file nor reads the job', async () => {
    const key = await upload(site, 'mine.html', PAGE);
    const { body } = await processFile(site, key, 'mine.html');
    const other = await service.site('Other');
    expect(await processFile(other, key, 'mine.html')).toMatchObject({
      status: 404,
      body: { error: 'File not found' },
    });
    expect(await other.get(`/knowledge/process/${body.data.jobId}`)).toMatchObject({
      status: 404,
      body: { error: 'Job not found' },
    });
  });

  test('an unknown job is 404', async () => {
    expect(await site.get('/knowledge/process/none')).toMatchObject({ status: 404, body: { error: 'Job not found' } });
  });

  test('a file that cannot be read fails with code and text, as does its source', async () => {
    const key = await upload(site, 'locked.pdf', fixtureBytes('locked.pdf'));
    const { body } = await processFile(site, key, 'locked.pdf');
    const job = await ended(site, body.data.jobId);
    expect(job).toEqual({
      jobId: body.data.jobId,
      status: 'failed',
      fileName: 'locked.pdf',
      error: { code: 'ENCRYPTED', message: 'The file is password-protected' },
    });
  });
});

describe('uploads that are indexed by themselves', () => {
  test.each([
    ['orchard.md', Buffer.from('# Orchard\n\nThe quinces ripen in October.'), 'quinces ripen'],
    ['cellar.txt', Buffer.from('The barometer hangs in the cellar.'), 'barometer cellar'],
    ['bakery.docx', fixtureBytes('bakery.plain.docx'), 'proving cabinet inspected'],
  ])('%s', async (name, bytes, query) => {
    const other = await service.site(name);
    const key = await upload(other, name, bytes);
    const { body } = await processFile(other, key, name);
    expect(await ended(other, body.data.jobId)).toMatchObject({ status: 'completed' });
    await other.indexed();
    const hits = await search(query, other);
    expect(hits[0]).toMatchObject({ source: 'file' });
  });

  test('a page is not, until it is asked for', async () => {
    const other = await service.site('Pages');
    await upload(other, 'page.html', PAGE);
    await other.indexed();
    expect((await other.get<unknown[]>('/rag/documents')).body.data).toEqual([]);
  });
});

describe('in GraphQL', () => {
  const job = (id: string) =>
    site.graphql<{ fileProcessingJob: Record<string, unknown> }>(
      'query ($id: ID!) { fileProcessingJob(id: $id) { state stage progress pages ocrPages notes attempts error { code } } }',
      { id },
    );
  const act = (name: string, id: string) =>
    site.graphql(`mutation ($id: ID!) { ${name}(id: $id) { state status error { code message } } }`, { id });

  test('pages, attempts and progress of an ended job are answered', async () => {
    const key = await upload(site, 'told.pdf', fixtureBytes('library.tagged.pdf'));
    const { body } = await processFile(site, key, 'told.pdf');
    await ended(site, body.data.jobId);
    expect((await job(body.data.jobId)).data?.fileProcessingJob).toEqual({
      state: 'completed',
      stage: 'done',
      progress: 100,
      pages: 2,
      ocrPages: 0,
      notes: [],
      attempts: 1,
      error: null,
    });
  });

  test('the subscription sends each state from the current one to the end', async () => {
    const key = await upload(site, 'pushed.html', PAGE);
    await service.stopFileJobs();
    const { body } = await processFile(site, key, 'pushed.html');
    const states: string[] = [];
    for await (const change of changes(site, body.data.jobId)) {
      states.push(change.state);
      if (states.length === 1) await restartRunner();
    }
    expect(states[0]).toBe('queued');
    expect(states.at(-1)).toBe('completed');
  });

  test('a waiting job can be cancelled and tried again, an ended one not', async () => {
    await service.stopFileJobs();
    const key = await upload(site, 'cancelled.html', PAGE.replace('gangway', 'bollard'));
    const { body } = await processFile(site, key, 'cancelled.html');
    const id = body.data.jobId;
    expect((await act('cancelFileProcessing', id)).data).toMatchObject({
      cancelFileProcessing: { state: 'cancelled', status: 'failed', error: { code: 'CANCELLED' } },
    });
    expect((await act('cancelFileProcessing', id)).errors?.[0]?.extensions['code']).toBe('CONFLICT');
    expect((await act('retryFileProcessing', id)).data).toMatchObject({ retryFileProcessing: { state: 'queued' } });
    await restartRunner();
    expect(await ended(site, id)).toMatchObject({ status: 'completed', chunks: 1 });
    expect((await act('retryFileProcessing', id)).errors?.[0]?.extensions['code']).toBe('CONFLICT');
    expect(await readJob(site, id)).toMatchObject({ status: 'completed' });
  });
});

async function restartRunner(): Promise<void> {
  await service.startFileJobs();
}
