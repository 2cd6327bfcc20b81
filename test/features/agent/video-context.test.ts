import { beforeEach, describe, expect, test } from 'vitest';
import { addVideo, uploadVideo } from '../../support/stored-video.ts';
import { useSiteForEach } from '../../support/use-service.ts';
import { answer, conversations, script, useAgent, systemOf } from './agent-service.ts';

const agent = useAgent();
const site = useSiteForEach(agent.service);

const MINUTES = ['Look at the rim.', 'Loosen a spoke.', 'Tighten another.', 'Ride away.'];
const truing = (more: object = {}) => addVideo(agent.service, site, { title: 'Truing', minutes: MINUTES, ...more });

beforeEach(() => {
  script(agent.cohere, { talk: () => ({ text: 'Yes.' }) });
});

/** What the model was sent. */
async function sent(body: object, token?: string) {
  const since = agent.cohere.requests.length;
  await answer(site, { message: 'zzz', ...body }, token);
  const [conversation] = conversations(agent.cohere, since);
  const documents = conversation?.documents.map(({ data }) => data) ?? [];
  return { system: systemOf(conversation), documents, all: JSON.stringify(agent.cohere.requests.slice(since)) };
}

const textsOf = ({ documents }: Awaited<ReturnType<typeof sent>>) => documents.map(({ text }) => text);

describe.each([
  [
    'context.video',
    (videoId: string, time: number) => ({ video: { videoId, currentTimestamp: time, title: 'Truing', duration: 492 } }),
  ],
  ['context.currentVideo', (videoId: string, time: number) => ({ currentVideo: { videoId, currentTime: time } })],
])('%s', (_shape, context) => {
  test('brings the part of the video that is being watched, cited by its time', async () => {
    const { id } = await truing();
    script(agent.cohere, {
      talk: ({ documents }) => ({
        text: 'Tighten another.',
        citations: [{ start: 0, end: 16, documentIds: [documents[0]?.id ?? ''] }],
      }),
    });
    const since = agent.cohere.requests.length;
    const { citations } = await answer(site, { message: 'zzz', context: context(id, 160) });
    expect(conversations(agent.cohere, since)[0]?.documents[0]?.data).toEqual({
      title: 'Truing',
      text: 'Tighten another.',
      time: '02:00 to 03:00',
      position: 'the visitor is watching this part of the video now',
    });
    expect(citations?.[0]?.sources[0]).toMatchObject({ source: 'video', title: 'Truing', timestamp: '02:00' });
  });

  test('brings nothing of a video that the caller may not see', async () => {
    const { id } = await truing({ accessLevel: 'premium', minutes: ['Hidden words.'] });
    const { documents, all } = await sent({ context: context(id, 10) });
    expect(documents).toEqual([]);
    expect(all).not.toContain('Hidden words');
    const token = await agent.service.token(site.id, { uid: 'u', membershipTier: 'premium' });
    expect(textsOf(await sent({ context: context(id, 10) }, token))).toEqual(['Hidden words.']);
  });
});

describe('what is said around the current second', () => {
  const at = (videoId: string, currentTimestamp: number) => ({ context: { video: { videoId, currentTimestamp } } });

  test('is the part that contains it, then what was just said', async () => {
    const { id } = await truing();
    expect(textsOf(await sent(at(id, 150)))[0]).toBe('Tighten another.');
    expect(textsOf(await sent(at(id, 130))).slice(0, 2)).toEqual(['Tighten another.', 'Loosen a spoke.']);
    expect(textsOf(await sent(at(id, 178))).slice(0, 2)).toEqual(['Tighten another.', 'Ride away.']);
    expect(textsOf(await sent(at(id, 250)))[0]).toBe('Ride away.');
  });

  test('comes before what the search finds', async () => {
    const { id } = await truing();
    await site.create('/knowledge/documents', { title: 'Rims', content: 'A rim is made of metal.' });
    await site.indexed();
    const found = textsOf(await sent({ message: 'rim', ...at(id, 160) })).slice(0, 3);
    expect(found).toEqual(['Tighten another.', expect.stringContaining('rim'), expect.stringContaining('rim')]);
  });

  test('is found by every name that a client may have for the video', async () => {
    const file = await uploadVideo(site);
    const { id, jobId, url } = await truing({ assetId: file.id });
    for (const name of [id, id.toUpperCase(), jobId, file.id, url, `${url}#t=20`, file.url, `${file.url}?expires=1`]) {
      expect([name, textsOf(await sent(at(name, 150)))[0]]).toEqual([name, 'Tighten another.']);
    }
  });

  test('of another site, of unknown names and of hostile ones is passed over', async () => {
    const other = await agent.service.site();
    const foreign = await addVideo(agent.service, other, { title: 'Foreign', minutes: MINUTES });
    const names = [
      foreign.id,
      foreign.jobId,
      foreign.url,
      '01900000-0000-7000-8000-000000000000',
      "'; drop table video",
    ];
    for (const name of names) expect(textsOf(await sent(at(name, 10)))).toEqual([]);
  });

  test('is not known without a time: the beginning of the video stands for it', async () => {
    const { id } = await truing();
    const { documents } = await sent({ context: { video: { videoId: id } } });
    expect(documents).toMatchObject([{ text: 'Look at the rim.' }, { text: 'Loosen a spoke.' }]);
    expect(documents.every((document) => !('position' in document))).toBe(true);
  });
});

describe('the techniques of the cited segment', () => {
  const techniques = [
    { name: 'wheel truing', startTime: 70, endTime: 100 },
    { name: 'spoke replacement', startTime: 130, endTime: 150 },
  ];
  const personas = {
    appType: 'video-training',
    name: 'Trainer',
    slug: 'trainer',
    systemPrompt: 'You train.',
    videoConfig: { techniqueHighlighting: true },
  };

  test('are given to the model with their times if the persona names techniques', async () => {
    const { id } = await truing({ techniques });
    const { _id: personaId } = await site.create('/personas', personas);
    const context = { video: { videoId: id, currentTimestamp: 95 } };
    const { documents, system } = await sent({ personaId, context });
    expect(documents[0]).toMatchObject({ text: 'Loosen a spoke.', techniques: 'wheel truing (01:10)' });
    expect(system).toContain('Point out by name the techniques that a video shows.');
    expect((await sent({ context })).all).not.toContain('wheel truing');
  });
});
