import { describe, expect, test } from 'vitest';
import { addVideo, uploadVideo } from '../../support/stored-video.ts';
import { useService, useSiteForEach } from '../../support/use-service.ts';

const service = useService();
const site = useSiteForEach(service);

const MINUTES = ['Look at the rim.', 'Loosen a spoke.', 'Ride away.'];

interface Found {
  results: { content: string; source: string; metadata: Record<string, unknown> }[];
}

const search = async (query: string, headers: Record<string, string> = {}) =>
  (await site.call<Found>('POST', '/rag/search', { query }, headers)).body.data.results;

describe('a passage of a video', () => {
  test('carries its times and a URL that plays it from there', async () => {
    const { id, url } = await addVideo(service, site, { title: 'Truing', minutes: MINUTES, from: 4.27 });
    const [best] = await search('loosen a spoke');
    expect(best).toMatchObject({
      content: 'Loosen a spoke.',
      source: 'video',
      metadata: { title: 'Truing', sourceId: id, startTime: 64.27, endTime: 124.27, url: `${url}#t=64.2` },
    });
    const query = `{ search(input: { query: "loosen a spoke" }) { results { startTime endTime url } } }`;
    const { data } = await site.graphql<{ search: { results: object[] } }>(query);
    expect(data?.search.results[0]).toEqual({ startTime: 64.27, endTime: 124.27, url: `${url}#t=64.2` });
  });

  test('of an uploaded file has the URL of the file, signed if it is restricted', async () => {
    const file = await uploadVideo(site);
    await addVideo(service, site, { title: 'Open', minutes: ['Open words.'], assetId: file.id });
    expect((await search('open words'))[0]?.metadata['url']).toBe(`${file.url}#t=0`);

    await site.create('/assets/folders', { name: 'Members', slug: 'members', accessLevel: 'premium' });
    const secret = await uploadVideo(site, { folder: 'members' });
    const video = { title: 'Secret', minutes: ['Secret words.'], assetId: secret.id, accessLevel: 'premium' };
    await addVideo(service, site, video);
    const token = await service.token(site.id, { uid: 'u', membershipTier: 'premium' });
    const [best] = await search('secret words', { authorization: `Bearer ${token}` });
    expect(best?.metadata['url']).toMatch(/\.mp4\?expires=\d+&signature=[\w-]+#t=0$/);
  });

  test('other sources have no such URL', async () => {
    await site.create('/knowledge/documents', { title: 'Rims', content: 'A rim is made of metal.' });
    await site.indexed();
    expect((await search('rim'))[0]?.metadata).not.toHaveProperty('url');
  });
});
