import { describe, expect, test } from 'vitest';
import type { ChatTurn } from '../../support/cohere-chat.ts';
import { type StoredVideo, addVideo, uploadVideo } from '../../support/stored-video.ts';
import { useSiteForEach } from '../../support/use-service.ts';
import { answer, script, useAgent } from './agent-service.ts';

const agent = useAgent();
const site = useSiteForEach(agent.service);

const MINUTES = ['Look at the rim.', 'Loosen a spoke.', 'Ride away.'];
const truing = (more: object = {}) => addVideo(agent.service, site, { title: 'Truing', minutes: MINUTES, ...more });

/** The model cites the passage with the text, after it has proposed an action. */
function cites(text: string, proposal?: () => object): void {
  script(agent.cohere, {
    talk: ({ documents }, round): ChatTurn => {
      if (proposal && round === 1) return { calls: [{ name: 'suggest_action', arguments: proposal() }] };
      const cited = documents.find(({ data }) => data['text'] === text)?.id ?? '';
      return { text: 'Here.', citations: [{ start: 0, end: 5, documentIds: [cited] }] };
    },
  });
}

const play = (videoId: unknown, more: object = {}) => ({ type: 'play_video', payload: { videoId, ...more } });
const trigger = (action: object, options: object = {}, value = 'show') =>
  site.create('/triggers', {
    name: 'Show',
    type: 'keyword',
    trigger: { value },
    response: {},
    actions: [action],
    options,
  });
const actionsFor = async (body: object = {}, token?: string) =>
  (await answer(site, { message: 'show how to loosen a spoke', ...body }, token)).actions;

describe('play_video of a trigger', () => {
  test.each<[string, (video: StoredVideo, file: string) => string]>([
    ['its id', ({ id }) => id],
    ['the id of its file', (_video, file) => file],
    ['its URL', ({ url }) => url],
  ])('starts where the cited passage does, when it names the video by %s', async (_what, nameOf) => {
    const file = await uploadVideo(site);
    const video = await truing({ assetId: file.id });
    await trigger(play(nameOf(video, file.id)));
    cites('Loosen a spoke.');
    const payload = { videoId: nameOf(video, file.id), timestamp: 60, url: `${file.url}#t=60` };
    expect(await actionsFor()).toEqual([{ type: 'play_video', payload }]);
  });

  test('keeps the time that the trigger gives', async () => {
    const { id, url } = await truing();
    await trigger(play(id, { timestamp: 7 }));
    cites('Loosen a spoke.');
    expect(await actionsFor()).toEqual([play(id, { timestamp: 7, url: `${url}#t=7` })]);
  });

  test('of another system, of another video or without the agent stays as it is', async () => {
    await truing();
    const other = await truing({ title: 'Other', minutes: ['zzz'], accessLevel: 'authenticated' });
    cites('Loosen a spoke.');
    await trigger(play('shop-video-7'));
    expect(await actionsFor()).toEqual([play('shop-video-7')]);
    const token = await agent.service.token(site.id, { uid: 'u' });
    await trigger(play(other.id), { skipAgent: true }, 'other');
    expect(await actionsFor({ message: 'the other' }, token)).toEqual([play(other.id)]);
  });

  test('is left out for those who may not see the video, and when it is deleted', async () => {
    const { id } = await truing({ accessLevel: 'premium' });
    await trigger(play(id));
    cites('Loosen a spoke.');
    expect(await actionsFor()).toBeUndefined();
    const token = await agent.service.token(site.id, { uid: 'u', membershipTier: 'premium' });
    expect(await actionsFor({}, token)).toMatchObject([
      { type: 'play_video', payload: { videoId: id, timestamp: 60 } },
    ]);
  });
});

describe('play_video of the agent', () => {
  test('may be proposed for a video of the passages, and starts at the cited one', async () => {
    const { id, url } = await truing();
    cites('Loosen a spoke.', () => ({ type: 'play_video', id, label: 'Watch' }));
    const payload = { videoId: id, timestamp: 60, url: `${url}#t=60` };
    expect(await actionsFor()).toEqual([{ type: 'play_video', payload, label: 'Watch' }]);
  });

  test('keeps the time that the model gives', async () => {
    const { id, url } = await truing();
    cites('Loosen a spoke.', () => ({ type: 'play_video', id, timestamp: 65.5 }));
    expect(await actionsFor()).toEqual([play(id, { timestamp: 65.5, url: `${url}#t=65.5` })]);
  });

  test('names the video that is being watched as the client does', async () => {
    const file = await uploadVideo(site);
    const { id } = await truing({ assetId: file.id });
    cites('Ride away.', () => ({ type: 'play_video', id }));
    const actions = await actionsFor({ context: { video: { videoId: file.id, currentTimestamp: 125 } } });
    expect(actions).toEqual([play(file.id, { timestamp: 120, url: `${file.url}#t=120` })]);
  });

  test.each([
    ['opening it like content', (id: string) => ({ type: 'open_content', id })],
    ['a video that was not given', () => ({ type: 'play_video', id: '01900000-0000-7000-8000-000000000000' })],
  ])('is left out for %s', async (_what, proposal) => {
    const { id } = await truing();
    cites('Loosen a spoke.', () => proposal(id));
    expect(await actionsFor()).toBeUndefined();
  });
});
