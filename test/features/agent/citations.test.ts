import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { useSite, useSiteForEach } from '../../support/use-service.ts';
import type { ChatTurn } from '../../support/cohere-chat.ts';
import { placeCitations } from '../../../src/features/agent/citation/place-citations.ts';
import { answer, citing, script, useAgent } from './agent-service.ts';
import { evidence } from './evidence.ts';
import { addVideo } from '../../support/stored-video.ts';

const agent = useAgent();

describe('a citation', () => {
  const site = useSiteForEach(agent.service);
  let item: string;
  let document: string;

  beforeEach(async () => {
    const content = {
      externalId: 'a',
      type: 'article',
      title: 'Chains',
      status: 'published',
      content: 'A chain is oiled and measured.',
    };
    item = (await site.create('/content', content))._id;
    document = (
      await site.create('/knowledge/documents', {
        title: 'Gauge',
        content: 'By its gauge, the chain is measured and oiled.',
      })
    ).id;
    await site.indexed();
  });

  /** Cites every document it was given, after `meanwhile`. */
  const citesAll = (meanwhile: () => Promise<unknown> = async () => {}) => {
    script(agent.cohere, {
      talk: async ({ documents }) => {
        await meanwhile();
        return citing(
          'It is oiled and measured.',
          documents.map(({ id }) => id),
        );
      },
    });
    return answer(site, { message: 'chain' });
  };
  const sources = ({ citations }: Awaited<ReturnType<typeof citesAll>>) =>
    citations?.flatMap((citation) => citation.sources.map(({ sourceId }) => sourceId)).toSorted();

  test('names every source that it rests on', async () => {
    const told = await citesAll();
    expect(sources(told)).toEqual([item, document].toSorted());
    expect(told.message).toBe('It is oiled and measured. [1] [2]');
  });

  test.each<[string, () => Promise<unknown>]>([
    ['deleted', () => site.delete(`/content/${item}`)],
    ['made premium', () => site.put(`/content/${item}`, { accessLevel: 'premium' })],
    ['taken back to draft', () => site.put(`/content/${item}`, { status: 'draft' })],
    ['withdrawn from AI', () => site.put(`/content/${item}`, { aiIndexed: false })],
  ])('of an item that is %s while the model speaks is dropped', async (_title, change) => {
    const told = await citesAll(change);
    expect(sources(told)).toEqual([document]);
    expect(told.message).toBe('It is oiled and measured. [1]');
  });

  test('of a document that was replaced during the answer is dropped, as its passage does not exist', async () => {
    const told = await citesAll(async () => {
      await site.put(`/knowledge/documents/${document}`, { content: 'Something else about a chain.' });
      await site.indexed();
    });
    expect(sources(told)).toEqual([item]);
  });

  test('that has nothing left leaves no trace in the answer', async () => {
    const told = await citesAll(async () => {
      await site.delete(`/content/${item}`);
      await site.delete(`/knowledge/documents/${document}`);
    });
    expect([told.message, told.citations]).toEqual(['It is oiled and measured.', undefined]);
  });
});

describe('the style of citations', () => {
  const site = useSite(agent.service);
  const personas = new Map<string, string>();

  beforeAll(async () => {
    await site.create('/knowledge/documents', {
      title: 'Gauge',
      content: '---\npart: hub\n---\nThe gauge measures a rim. Loosen a spoke.',
    });
    await site.indexed();
    const bodies = {
      footer: { sdkResponseConfig: { citationStyle: 'footer', includeSourceMetadata: true } },
      timestamps: { sdkResponseConfig: { citationStyle: 'timestamps' } },
      none: { sdkResponseConfig: { citationStyle: 'none' } },
      hidden: { behavior: { showCitations: false } },
      trainer: { appType: 'video-training', videoConfig: { timestampCitations: true } },
    };
    for (const [name, body] of Object.entries(bodies)) {
      const { _id } = await site.create('/personas', { name, slug: name, systemPrompt: 'You help.', ...body });
      personas.set(name, _id);
    }
  });

  const say: ChatTurn = { text: 'Loosen the 🚲 spoke. Loosen a spoke.' };
  /** The video first, then video and document. */
  async function told(personaId?: string, from = 0) {
    const { id: videoId } = await addVideo(agent.service, site, {
      title: 'Truing',
      minutes: ['Look at the rim.', 'Loosen a spoke.'],
      from,
    });
    script(agent.cohere, {
      talk: ({ documents }) => {
        const video = documents.find(({ data }) => data['text'] === 'Loosen a spoke.')?.id ?? '';
        const gauge = documents.find(({ data }) => data['title'] === 'Gauge')?.id ?? '';
        return {
          ...say,
          citations: [
            { start: 0, end: 19, documentIds: [video] },
            { start: 20, end: 35, documentIds: [video, gauge] },
          ],
        };
      },
    });
    return answer(site, {
      message: 'rim',
      context: { video: { videoId, currentTimestamp: from + 75 } },
      ...(personaId === undefined ? {} : { personaId }),
    });
  }

  test('is numbers in the text; spans point at what they are about', async () => {
    const { message, citations } = await told();
    expect(message).toBe('Loosen the 🚲 spoke. [1] Loosen a spoke. [1] [2]');
    expect(citations?.map(({ start, end }) => message.slice(start, end))).toEqual([
      'Loosen the 🚲 spoke.',
      'Loosen a spoke.',
    ]);
    expect(citations?.[1]?.sources).toEqual([
      {
        number: 1,
        chunkId: expect.any(String),
        sourceId: expect.any(String),
        source: 'video',
        title: 'Truing',
        url: expect.stringMatching(/\.mp4#t=60$/),
        timestamp: '01:00',
      },
      { number: 2, chunkId: expect.any(String), sourceId: expect.any(String), source: 'document', title: 'Gauge' },
    ]);
  });

  test('footer lists the sources below, with more of them where the persona includes it', async () => {
    const { message, citations } = await told('footer');
    expect(message).toBe('Loosen the 🚲 spoke. Loosen a spoke.\n\nSources:\n[1] Truing, 01:00\n[2] Gauge');
    expect(citations?.[0]?.sources[0]?.metadata).toEqual({ fileName: 'Truing.mp4', contentType: 'video' });
    expect(citations?.[1]?.sources[1]?.metadata).toMatchObject({ frontMatter: { part: 'hub' } });
  });

  test.each(['timestamps', 'trainer'])('of %s is title and time of a video, a number elsewhere', async (persona) => {
    const { message } = await told(persona);
    expect(message).toBe('Loosen the 🚲 spoke. (Truing, 01:00) Loosen a spoke. (Truing, 01:00) [2]');
  });

  test('names hours where a video has them', async () => {
    const { message, citations } = await told('timestamps', 3_600);
    expect(message).toBe('Loosen the 🚲 spoke. (Truing, 1:01:00) Loosen a spoke. (Truing, 1:01:00) [2]');
    expect(citations?.[0]?.sources[0]?.timestamp).toBe('1:01:00');
    expect((await told('footer', 36_000 - 60)).message).toContain('\n[1] Truing, 10:00:00\n');
  });

  test.each(['none', 'hidden'])('of %s is no citation', async (persona) => {
    const { message, citations } = await told(persona);
    expect([message, citations]).toEqual([say.text, undefined]);
  });
});

describe('placeCitations', () => {
  const [a, b] = [evidence('a', { title: 'A', page: 3 }), evidence('b', { title: 'B', page: 3 })];
  const inline = { style: 'inline' as const, includeMetadata: false };
  const text = 'one two three';
  const spansOf = (proven: Parameters<typeof placeCitations>[1], style: 'inline' | 'footer' = 'inline') => {
    const { message, citations } = placeCitations(text, proven, { ...inline, style });
    return [message, ...citations.map(({ start, end }) => message.slice(start, end))];
  };

  test.each([
    [
      'apart',
      [
        { start: 0, end: 3, evidence: [a] },
        { start: 8, end: 13, evidence: [b] },
      ],
      ['one two three [1] [2]', 'one', 'three'],
    ],
    [
      'given out of order',
      [
        { start: 8, end: 13, evidence: [b] },
        { start: 0, end: 3, evidence: [a] },
      ],
      ['one two three [1] [2]', 'one', 'three'],
    ],
    [
      'that touch',
      [
        { start: 0, end: 3, evidence: [a] },
        { start: 3, end: 7, evidence: [b] },
      ],
      ['one two three [1] [2]', 'one', ' two'],
    ],
    [
      'that overlap',
      [
        { start: 0, end: 7, evidence: [a] },
        { start: 4, end: 13, evidence: [b] },
      ],
      ['one two three [1] [2]', 'one two', 'two three'],
    ],
    [
      'one within the other',
      [
        { start: 4, end: 7, evidence: [b] },
        { start: 0, end: 13, evidence: [a] },
      ],
      ['one two three [1] [2]', 'two', 'one two three'],
    ],
    [
      'with one end',
      [
        { start: 0, end: 7, evidence: [a] },
        { start: 4, end: 7, evidence: [a, b] },
      ],
      ['one two three [1] [2]', 'one two', 'two'],
    ],
    ['that end beyond the text', [{ start: 8, end: 99, evidence: [a] }], ['one two three [1]', 'three']],
    ['that begin beyond the text', [{ start: 50, end: 99, evidence: [a] }], ['one two three']],
    ['that end before they begin', [{ start: 5, end: 2, evidence: [a] }], ['one two three']],
  ])('marks spans %s at the end of their sentence', (_title, proven, expected) => {
    expect(spansOf(proven)).toEqual(expected);
  });

  test.each([
    [
      'sentences, not in the middle',
      'See Dr. Li. Then ride\non.',
      ['See', 'Then ride'],
      'See Dr. Li. [1] Then ride\non. [1]',
    ],
    ['items', '- oil\n- wipe', ['oil', 'wipe'], '- oil [1]\n- wipe [1]'],
    ['rows, in their last cell', '| a | b |\n|---|---|\n| c | d |', ['c'], '| a | b |\n|---|---|\n| c | d [1] |'],
    ['code, below its fence', 'Run:\n```\nnpm ci\n```\nDone.', ['npm ci'], 'Run:\n```\nnpm ci\n```\n[1]\nDone.'],
  ])('puts markers at the ends of %s', (_title, given, spans, expected) => {
    const proven = spans.map((part) => ({
      start: given.indexOf(part),
      end: given.indexOf(part) + part.length,
      evidence: [a],
    }));
    expect(placeCitations(given, proven, inline).message).toBe(expected);
  });

  test('escapes numbers in brackets of the text, which are no markers', () => {
    const given = 'As [1] and [2](/x) say, `a[3]` is one.\n```\nb[4]\n```';
    expect(placeCitations(given, [{ start: 0, end: 38, evidence: [a] }], inline).message).toBe(
      'As \\[1\\] and [2](/x) say, `a[3]` is one. [1]\n```\nb[4]\n```',
    );
    expect(placeCitations(given, [], { ...inline, style: 'none' }).message).toBe(given);
  });

  test('names pages in a footer, and moves no span for it', () => {
    expect(spansOf([{ start: 4, end: 7, evidence: [a] }], 'footer')).toEqual([
      'one two three\n\nSources:\n[1] A, page 3',
      'two',
    ]);
  });
});
