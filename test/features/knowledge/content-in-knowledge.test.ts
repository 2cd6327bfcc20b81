import { describe, expect, test } from 'vitest';
import { useService, useSite } from '../../support/use-service.ts';
import { search } from '../search/finding.ts';

const service = useService();
const site = useSite(service);
let counter = 0;

/** A word that nothing else on the site has, though others look like it: the embedder finds those too. */
const newWord = () => `quandary${++counter}`;

async function item(body: object): Promise<string> {
  const externalId = `item-${++counter}`;
  const defaults = { externalId, type: 'article', title: `Item ${counter}`, status: 'published' };
  return (await site.create('/content', { ...defaults, ...body }))._id;
}

async function change(id: string, body: object): Promise<void> {
  const answer = await site.put(`/content/${id}`, body);
  expect(answer.status).toBe(200);
}

async function found(word: string, options: object = {}): Promise<string[]> {
  await site.indexed();
  return having(word, options);
}

/** Ids of what is found now that has the very word, in its passage or its title. */
async function having(word: string, options: object = {}): Promise<string[]> {
  const { results } = await search(site, word, { maxResults: 50, ...options });
  const whole = new RegExp(`\\b${word}\\b`);
  const hits = results.filter(({ content, metadata }) => whole.test(content) || whole.test(metadata.title));
  return [...new Set(hits.map(({ metadata }) => metadata.sourceId))];
}

async function sourceIds(): Promise<string[]> {
  const { body } = await site.get<{ _id: string }[]>('/rag/documents');
  return body.data.map(({ _id }) => _id);
}

describe('a content item', () => {
  test('is added when it is published, removed when it is archived, and added again', async () => {
    const word = newWord();
    const id = await item({ content: `About the ${word}.`, status: 'draft' });
    expect(await found(word)).toEqual([]);
    for (let life = 1; life <= 3; life++) {
      await change(id, { status: 'published' });
      expect(await found(word)).toEqual([id]);
      await change(id, { status: 'archived' });
      expect(await having(word)).toEqual([]);
      expect(await sourceIds()).not.toContain(id);
    }
  });

  test('that is removed and added before its jobs have run is found with its current text only', async () => {
    const [former, present] = [newWord(), newWord()];
    const id = await item({ content: `${former}. `.repeat(3) });
    await site.indexed();
    for (let life = 1; life <= 10; life++) {
      await change(id, { status: 'archived' });
      await change(id, { status: 'published', content: `${present} number ${life}` });
    }
    expect(await found(present)).toEqual([id]);
    expect(await having(former)).toEqual([]);
    expect((await search(site, present)).results[0]?.content).toContain('number 10');
  });

  test('with aiIndexed false stays out, and joins when that is taken back', async () => {
    const word = newWord();
    const id = await item({ content: word, aiIndexed: false });
    expect(await found(word)).toEqual([]);
    await change(id, { aiIndexed: true });
    expect(await found(word)).toEqual([id]);
    await change(id, { aiIndexed: false });
    expect(await found(word)).toEqual([]);
  });

  test('is found by its new title, and shown under it', async () => {
    const [former, present] = [newWord(), newWord()];
    const id = await item({ title: former, content: 'A text about something else.' });
    expect(await found(former)).toEqual([id]);
    await change(id, { title: present });
    expect(await found(present)).toEqual([id]);
    const [first] = (await search(site, present)).results;
    expect(first).toMatchObject({ source: 'content', metadata: { title: present, contentType: 'article' } });
    expect(await having(former)).toEqual([]);
  });

  test('is found by its excerpt and by the words inside HTML, not by its tags', async () => {
    const [inExcerpt, inBody] = [newWord(), newWord()];
    const id = await item({ excerpt: inExcerpt, content: `<h2>Head</h2><p>Some <b>${inBody}</b> text</p>` });
    expect(await found(inExcerpt)).toEqual([id]);
    const [passage] = (await search(site, inBody)).results;
    expect(passage?.content).not.toMatch(/[<>]/);
  });

  test('is found no more from the answer to its deletion on', async () => {
    const word = newWord();
    const id = await item({ content: word });
    expect(await found(word)).toEqual([id]);
    await site.delete(`/content/${id}`);
    expect(await having(word)).toEqual([]);
    expect(await sourceIds()).not.toContain(id);
  });

  test('of level premium is not found by a caller with the key alone', async () => {
    const word = newWord();
    const id = await item({ content: word, accessLevel: 'premium' });
    expect(await found(word)).toEqual([]);
    await change(id, { accessLevel: 'public' });
    expect(await found(word)).toEqual([id]);
  });
});

describe('a content type', () => {
  const fields = [
    { name: 'note', label: 'Note', type: 'text' },
    { name: 'secret', label: 'Secret', type: 'text', aiIndexed: false },
  ];

  async function type(slug: string, body: object = {}): Promise<void> {
    await site.create('/content-types', { name: slug, slug, fields, ...body });
  }

  test('takes all its items out with aiConfig.indexed false, and back in', async () => {
    await type('recipe');
    const word = newWord();
    const ids = [];
    for (let number = 0; number < 3; number++) ids.push(await item({ type: 'recipe', content: word }));
    const draft = await item({ type: 'recipe', content: word, status: 'draft' });
    expect((await found(word)).toSorted()).toEqual(ids.toSorted());
    await site.put('/content-types/recipe', { aiConfig: { indexed: false } });
    expect(await found(word)).toEqual([]);
    expect(await sourceIds()).not.toContain(ids[0]);
    await site.put('/content-types/recipe', { aiConfig: { indexed: true } });
    expect((await found(word)).toSorted()).toEqual(ids.toSorted());
    expect(await sourceIds()).not.toContain(draft);
  });

  test('keeps fields with aiIndexed false out of the text, also when that is set later', async () => {
    await type('bike');
    const [note, secret] = [newWord(), newWord()];
    const id = await item({ type: 'bike', content: 'A bike.', customFields: { note, secret } });
    expect(await found(note)).toEqual([id]);
    expect(await having(secret)).toEqual([]);
    await site.put('/content-types/bike', { fields: [{ ...fields[0], aiIndexed: false }, fields[1]] });
    expect(await found(note)).toEqual([]);
  });

  test('with generateEmbeddings false has its items found by their words, not by meaning', async () => {
    await type('plain', { aiConfig: { generateEmbeddings: false } });
    const word = newWord();
    const id = await item({ type: 'plain', content: word });
    expect(await found(word, { searchType: 'hybrid' })).toEqual([id]);
    expect(await having(word, { searchType: 'standard' })).toEqual([]);
    await site.put('/content-types/plain', { aiConfig: { generateEmbeddings: true } });
    expect(await found(word, { searchType: 'standard' })).toEqual([id]);
  });

  test('with extractKeywords has every part of an item found by the words that the item repeats', async () => {
    await type('manual', { aiConfig: { generateEmbeddings: false } });
    const [subject, once] = [newWord(), newWord()];
    const filler = (topic: string) => `A sentence about the ${topic} of it. `.repeat(90);
    const content = `<h2>Parts</h2><p>The ${subject}, its ${subject} and this ${subject}: ${once}. ${filler('parts')}</p>
      <h2>Care</h2><p>Oil it in spring. ${filler('care')}</p>`;
    const id = await item({ type: 'manual', content });
    const sections = async (word: string) => {
      await site.indexed();
      const { results } = await search(site, word, { maxResults: 50, searchType: 'hybrid' });
      const own = results.filter(({ metadata }) => metadata.sourceId === id);
      return new Set(own.map(({ metadata }) => metadata.section?.[0]));
    };
    expect(await sections(subject)).toEqual(new Set(['Parts']));
    await site.put('/content-types/manual', { aiConfig: { extractKeywords: true } });
    expect(await sections(subject)).toEqual(new Set(['Parts', 'Care']));
    expect(await sections(once)).toEqual(new Set(['Parts']));
    await change(id, { accessLevel: 'premium' });
    expect(await sections(subject)).toEqual(new Set());
    await change(id, { accessLevel: 'public', content: content.replaceAll(subject, 'thing') });
    expect(await sections(subject)).toEqual(new Set());
    await site.put('/content-types/manual', { aiConfig: { extractKeywords: false } });
  });

  test('that is deleted takes its items out at once, and keeps them as content', async () => {
    await type('leaflet');
    const word = newWord();
    const id = await item({ type: 'leaflet', content: word });
    expect(await found(word)).toEqual([id]);
    await site.delete('/content-types/leaflet');
    expect(await having(word)).toEqual([]);
    expect((await site.get(`/content/${id}`)).status).toBe(200);
    await site.indexed();
    await change(id, { content: `${word} again` });
    expect(await found(word)).toEqual([]);
  });

  test('is what the contentTypes filter of a search compares', async () => {
    await type('sheet');
    const word = newWord();
    const sheet = await item({ type: 'sheet', content: word });
    const article = await item({ content: word });
    const { id: manual } = await site.create<{ id: string }>('/knowledge/documents', {
      title: 'Manual',
      content: word,
      contentType: 'manual',
    });
    expect((await found(word)).toSorted()).toEqual([sheet, article, manual].toSorted());
    expect(await having(word, { contentTypes: ['sheet'] })).toEqual([sheet]);
    expect((await having(word, { contentTypes: ['manual', 'article'] })).toSorted()).toEqual(
      [manual, article].toSorted(),
    );
    expect(await having(word, { contentTypes: ['nothing'] })).toEqual([]);
  });
});

describe('GET /rag/documents', () => {
  test('lists documents and content newest first with type, status, chunks and times', async () => {
    const own = await service.site('listed');
    expect((await own.get('/rag/documents')).body.data).toEqual([]);
    const document = await own.create<{ id: string }>('/knowledge/documents', { title: 'A manual', content: 'text' });
    const content = await own.create('/content', {
      externalId: '1',
      type: 'faq',
      title: 'A question',
      content: 'An answer.',
      status: 'published',
    });
    await own.indexed();
    const { body } = await own.get<Record<string, unknown>[]>('/rag/documents');
    expect(body.data).toMatchObject([
      { _id: content._id, fileName: 'A question', fileType: 'content', status: 'completed', chunks: 1 },
      { _id: document.id, fileName: 'A manual', fileType: 'document', status: 'completed', chunks: 1 },
    ]);
    for (const record of body.data) {
      expect(Object.keys(record).toSorted()).toEqual(
        ['_id', 'chunks', 'createdAt', 'fileName', 'fileType', 'processedAt', 'status'].toSorted(),
      );
      expect(Date.parse(String(record['processedAt']))).toBeGreaterThanOrEqual(Date.parse(String(record['createdAt'])));
    }
  });

  test('has no more than 1000', async () => {
    const own = await service.site('many');
    await service.app.database.forSite(own.id, 'background').rows(
      `insert into knowledge_source (id, site_id, kind, title, file_name, content_type, access_level,
         required_subscriptions, status, chunks, revision, created_at)
       select gen_random_uuid(), $1, (array['file', 'video'])[1 + n % 2], 'x', 'Some File.PDF', 'x', 'public', '{}',
         'failed', 0, 1, now() + n * interval '1 second' from generate_series(1, 1001) n`,
      [own.id],
    );
    const { body } = await own.get<{ fileType: string; status: string; processedAt: null }[]>('/rag/documents');
    expect(body.data).toHaveLength(1000);
    expect(body.data.slice(0, 2)).toMatchObject([
      { fileType: 'video', status: 'failed' },
      { fileType: 'pdf', status: 'failed', processedAt: null },
    ]);
  });
});
