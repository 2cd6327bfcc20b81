import { describe, expect, test } from 'vitest';
import { useService, useSite } from '../../support/use-service.ts';
import { createItem } from './items.ts';

const UNKNOWN = '01890000-0000-7000-8000-000000000000';

describe('GET /content/:id', () => {
  const service = useService();
  const site = useSite(service);

  test('the whole item with its body, its access and who asks', async () => {
    const item = await createItem(site, { content: 'the body', url: 'https://example.org', metadata: { a: [1] } });
    const { status, body } = await site.get(`/content/${item._id}`);
    expect(status).toBe(200);
    expect(body.data).toEqual(item);
    expect(body.data).toMatchObject({ content: 'the body', metadata: { a: [1] } });
    expect(body['access']).toEqual({
      level: 'public',
      requiredSubscriptions: [],
      userHasAccess: true,
      userSubscriptions: [],
    });
    expect(body['user']).toEqual({ uid: null, membershipTier: 'free', subscriptions: [] });
  });

  test('GraphQL answers its content type with its fields, and null once that was deleted', async () => {
    const other = await service.site();
    const fields = [{ name: 'strings', type: 'number' }];
    for (const slug of ['lute', 'harp']) await other.create('/content-types', { name: slug, slug, fields });
    for (const type of ['lute', 'lute', 'harp']) await createItem(other, { type });
    const typesOf = async () => {
      const { data } = await other.graphql<{ contents: { items: { contentType: object | null }[] } }>(
        '{ contents(sort: ["createdAt"]) { items { contentType { slug fields { name } } } } }',
      );
      return data?.contents.items.map(({ contentType }) => contentType);
    };
    const [lute, harp] = ['lute', 'harp'].map((slug) => ({ slug, fields: [{ name: 'strings' }] }));
    expect(await typesOf()).toEqual([lute, lute, harp]);
    await other.delete('/content-types/lute');
    expect(await typesOf()).toEqual([null, null, harp]);
  });

  test('an item without a body has content null', async () => {
    const { _id } = await createItem(site);
    expect((await site.get(`/content/${_id}`)).body.data).toHaveProperty('content', null);
  });

  test('ids may be written in capitals', async () => {
    const { _id } = await createItem(site);
    expect((await site.get(`/content/${_id.toUpperCase()}`)).body.data['_id']).toBe(_id);
  });

  test('an authenticated item is 401 without a token, and says nothing of it', async () => {
    const { _id } = await createItem(site, { accessLevel: 'authenticated', content: 'the body' });
    const { status, body } = await site.get(`/content/${_id}`);
    expect(status).toBe(401);
    expect(body).toEqual({ success: false, error: 'Firebase authentication required' });
  });

  test('a premium item is 403 with what is needed and what the caller has', async () => {
    const { _id } = await createItem(site, { accessLevel: 'premium' });
    const { status, body } = await site.get(`/content/${_id}`);
    expect(status).toBe(403);
    expect(body).toEqual({
      success: false,
      error: 'Premium membership required',
      accessLevel: 'premium',
      requiredSubscriptions: [],
      userTier: 'free',
      userSubscriptions: [],
      isAuthenticated: false,
    });
  });

  test('a subscription item is 403 and names the first subscription that would do', async () => {
    const { _id } = await createItem(site, { accessLevel: 'subscription', requiredSubscriptions: ['gold', 'silver'] });
    const { status, body } = await site.get(`/content/${_id}`);
    expect(status).toBe(403);
    expect(body).toEqual({
      success: false,
      error: 'Subscription required: gold',
      accessLevel: 'subscription',
      requiredSubscriptions: ['gold', 'silver'],
      userTier: 'free',
      userSubscriptions: [],
      isAuthenticated: false,
    });
  });

  test('GraphQL rejects with the same words and extras', async () => {
    const { _id } = await createItem(site, { accessLevel: 'subscription', requiredSubscriptions: ['gold'] });
    const query = 'query ($id: ID!) { content(id: $id) { title } contentAccess(id: $id) { userHasAccess } }';
    const { data, errors } = await site.graphql(query, { id: _id });
    expect(data).toEqual({ content: null, contentAccess: null });
    expect(errors?.[0]).toMatchObject({
      message: 'Subscription required: gold',
      extensions: { code: 'FORBIDDEN', accessLevel: 'subscription', requiredSubscriptions: ['gold'], userTier: 'free' },
    });
  });

  test.each([
    ['an unknown id', UNKNOWN],
    ['a malformed id', 'no-such-id'],
    ['an id with a control character', '%00'],
    ['an id with a quote', "'%20or%201=1"],
    ['an overlong id', 'a'.repeat(90)],
  ])('%s is 404', async (_name, id) => {
    const { status, body } = await site.get(`/content/${id}`);
    expect(status).toBe(404);
    expect(body).toEqual({ success: false, error: 'Content not found' });
  });

  test("another site's item is 404, exactly as an unknown one, for every method", async () => {
    const theirs = await createItem(await service.site(), { title: 'theirs' });
    const unknown = await site.get(`/content/${UNKNOWN}`);
    for (const answer of [
      await site.get(`/content/${theirs._id}`),
      await site.put(`/content/${theirs._id}`, { title: 'taken' }),
      await site.delete(`/content/${theirs._id}`),
    ]) {
      expect(answer.status).toBe(404);
      expect(answer.body).toEqual(unknown.body);
    }
  });

  test('without a valid key any input is 401', async () => {
    const { _id } = await createItem(site);
    const url = `${service.url}/api/sdk/content/${_id}`;
    const none = await fetch(url);
    expect([none.status, await none.json()]).toEqual([401, { success: false, error: 'API key required' }]);
    const wrong = await fetch(url, { headers: { 'x-svc-api-key': 'svc_sdk_wrong' } });
    expect([wrong.status, await wrong.json()]).toEqual([401, { success: false, error: 'Invalid API key' }]);
  });
});
