import { beforeAll, describe, expect, test } from 'vitest';
import { TestSite } from '../../support/site.ts';
import { useService } from '../../support/use-service.ts';
import { headersOf } from '../access/world.ts';
import { Admin } from '../site/admin.ts';
import { type Item, createItem, createType } from './items.ts';

const service = useService();
const REJECTED = 'Preview token is invalid or has expired';

interface Token {
  _id: string;
  token: string;
  itemId: string | null;
  url: string | null;
  expiresAt: string;
}

let site: TestSite;
let delivery: TestSite;

beforeAll(async () => {
  site = await service.site();
  delivery = await keyWith(['read']);
  await createType(site, 'linking', [{ name: 'to', type: 'references' }]);
});

async function keyWith(scopes: string[]): Promise<TestSite> {
  const { secret } = await service.key(site.id, { name: 'key', scopes });
  return new TestSite(service, site.id, secret);
}

const create = (body: object = {}, by = site) => by.post<Token>('/preview-tokens', body);
const header = async (itemId: string | null = null, by = site) => ({
  'x-svc-preview-token': (await create({ itemId }, by)).body.data.token,
});
const save = (id: string, values: object) => site.put(`/content/${id}/draft`, values);
const titleOf = async (id: string, headers: Record<string, string>, by = delivery) => {
  const { status, body } = await by.get<Item>(`/content/${id}`, headers);
  return status === 200 ? body.data.title : `${status} ${body.error}`;
};

async function drafted(title: string, more: object = {}): Promise<string> {
  const { _id } = await createItem(site, { title, content: `Body of ${title}`, status: 'published', ...more });
  await save(_id, { title: `${title}, drafted`, content: `Draft of ${title}` });
  return _id;
}

describe('a preview token of the site', () => {
  test('shows drafts and unpublished items to a key without the scope preview, and nothing beside content', async () => {
    const [changed, hidden] = [await drafted('Site'), (await createItem(site, { title: 'Unpublished' }))._id];
    const headers = await header();
    expect(await titleOf(changed, headers)).toBe('Site, drafted');
    expect(await titleOf(hidden, headers)).toBe('Unpublished');
    expect(await titleOf(changed, {})).toBe('Site');
    expect(await titleOf(changed, { ...headers, 'x-svc-preview': 'false' })).toBe('Site');
    expect(await titleOf(hidden, {})).toBe('404 Content not found');
    const { body } = await delivery.get<Item[]>('/content?status=draft', headers);
    expect(body.data.map(({ title }) => title)).toContain('Unpublished');
    for (const path of [`${changed}/versions`, `${changed}/draft`, 'trash', 'schedule']) {
      expect((await delivery.get(`/content/${path}`, headers)).status).toBe(403);
    }
    const query = '{ contents { items { draft { values } schedule { publishAt } createdBy { name } } } }';
    const { data } = await service.graphql<{ contents: { items: object[] } }>(
      query,
      {},
      {
        'x-svc-api-key': delivery.key,
        ...headers,
      },
    );
    expect(data?.contents.items).toContainEqual({ draft: null, schedule: null, createdBy: null });
    expect(JSON.stringify(data)).toBe(
      JSON.stringify({
        contents: { items: data?.contents.items.map(() => ({ draft: null, schedule: null, createdBy: null })) },
      }),
    );
    const changes = await delivery.get('/content/changes?limit=500', headers);
    expect(JSON.stringify(changes.body)).not.toContain(hidden);
  });

  test('adds no access level', async () => {
    const id = await drafted('Premium', { accessLevel: 'premium' });
    const headers = await header();
    expect(await titleOf(id, headers)).toMatch(/^403/);
    const premium = await headersOf(site, { tier: 'premium' });
    expect(await titleOf(id, { ...headers, ...premium })).toBe('Premium, drafted');
    const { authorization: _none, ...writer } = { ...headers, authorization: '' };
    expect((await (await keyWith(['read', 'write'])).call('PUT', `/content/${id}/draft`, {}, writer)).status).toBe(403);
  });
});

describe('a preview token of an item', () => {
  test('shows the draft of that item alone, wherever the item is', async () => {
    const [one, other] = [await drafted('One'), await drafted('Other')];
    const linking = await createItem(site, {
      type: 'linking',
      status: 'published',
      customFields: { to: [one, other] },
    });
    const headers = await header(one);
    expect(await titleOf(one, headers)).toBe('One, drafted');
    expect(await titleOf(other, headers)).toBe('Other');
    const { body } = await delivery.get<Item>(`/content/${linking._id}?expand=true`, headers);
    expect(body.data.customFields['to']).toMatchObject([{ title: 'One, drafted' }, { title: 'Other' }]);
    const query = '{ contents(filter: { type: "article" }) { items { title content } } }';
    const { data } = await service.graphql(query, {}, { 'x-svc-api-key': delivery.key, ...headers });
    expect(JSON.stringify(data)).toContain('Draft of One');
    expect(JSON.stringify(data)).not.toContain('Draft of Other');
  });

  test('shows that item although it is not published, by id, slug and reference, and no other one', async () => {
    const [hidden, other] = [
      await createItem(site, { title: 'Hidden', content: 'Hidden body' }),
      await createItem(site, { title: 'Also hidden' }),
    ];
    const to = [hidden._id, other._id];
    const linking = await createItem(site, { type: 'linking', status: 'published', customFields: { to } });
    const headers = await header(hidden._id);
    const whole = await delivery.get<Item & { content: string }>(`/content/${hidden._id}`, headers);
    expect(whole.body.data).toMatchObject({ title: 'Hidden', content: 'Hidden body', status: 'draft' });
    for (const language of ['', '?language=en']) {
      expect(
        (await delivery.get(`/content/by-slug/article/${hidden.slug}${language}`, headers)).body.data,
      ).toMatchObject({
        title: 'Hidden',
      });
    }
    expect((await delivery.get(`/content/by-slug/article/${hidden.slug}`)).status).toBe(404);
    expect(await titleOf(other._id, headers)).toBe('404 Content not found');
    for (const more of ['', '&includeRestricted=true']) {
      const { body } = await delivery.get<Item>(`/content/${linking._id}?expand=true${more}`, headers);
      expect(body.data.customFields['to']).toMatchObject([{ title: 'Hidden' }]);
      expect(JSON.stringify(body)).not.toContain('Also hidden');
    }
    expect((await delivery.get('/content?status=draft', headers)).status).toBe(403);
    const listed = await delivery.get<Item[]>('/content?search=hidden', headers);
    expect([listed.body.data, listed.body['pagination']]).toMatchObject([[], { total: 0 }]);
  });

  test('is not answered from what was sent without it: neither 304 nor the other body', async () => {
    const id = await drafted('Tagged');
    const headers = await header(id);
    const etag = (await delivery.get(`/content/${id}`)).headers.get('etag') ?? '';
    const previewed = await delivery.get(`/content/${id}`, { ...headers, 'if-none-match': etag });
    expect([previewed.status, previewed.body.data]).toMatchObject([200, { title: 'Tagged, drafted' }]);
    const own = previewed.headers.get('etag') ?? '';
    expect((await delivery.get(`/content/${id}`, { ...headers, 'if-none-match': own })).status).toBe(304);
    expect((await delivery.get(`/content/${id}`, { 'if-none-match': own })).status).toBe(200);
    await save(id, { title: 'Tagged again' });
    expect((await delivery.get(`/content/${id}`, { ...headers, 'if-none-match': own })).status).toBe(200);
  });
});

describe('the address of a preview', () => {
  const admin = new Admin(service);
  const pattern = 'http://localhost:4321/p/{language}/{slug}?type={type}&id={id}&token={token}';

  test('is that of the item with its token, by the pattern of the site', async () => {
    const item = await createItem(site, { title: 'Opening hours', status: 'draft' });
    expect((await create({ itemId: item._id })).body.data).toMatchObject({ url: null });
    expect((await admin.updateSite(site.id, { previewUrl: pattern })).errors).toBeUndefined();
    const { token, url } = (await create({ itemId: item._id })).body.data;
    expect(url).toBe(`http://localhost:4321/p/en/${item.slug}?type=article&id=${item._id}&token=${token}`);
    expect(await titleOf(item._id, { 'x-svc-preview-token': token })).toBe('Opening hours');
    expect((await create()).body.data.url).toBeNull();
    expect((await admin.updateSite(site.id, { previewUrl: null })).errors).toBeUndefined();
    expect((await create({ itemId: item._id })).body.data.url).toBeNull();
  });

  test.each([
    'https://example.com/preview?slug={slug}',
    'https://{slug}.example.com/?token={token}',
    'https://example.com:{token}/',
    'https://example.com@evil.example/{token}',
    'https://example.com{token}/',
    'http://example.com/{token}',
    'ftp://example.com/{token}',
    'javascript://example.com/%0a{token}',
    '//example.com/{token}',
    'https://example.com/{token}/{title}',
    'https://example.com/{token}/{slug',
    'https://example.com/a b/{token}',
    'https://example.com:99999/{token}',
    `https://example.com/{token}/${'x'.repeat(2_000)}`,
    '',
  ])('a pattern like %j is rejected', async (previewUrl) => {
    const { errors } = await admin.updateSite(site.id, { previewUrl });
    expect(errors?.[0]?.extensions).toMatchObject({ code: 'BAD_REQUEST', details: [{ field: 'previewUrl' }] });
  });
});

describe('a preview token is rejected', () => {
  test('of another site, unknown, malformed, revoked, expired, and after its item was deleted', async () => {
    const id = await drafted('Kept');
    const item = await createItem(site, {});
    const other = await service.site();
    const [revoked, expired, ofItem] = [await create(), await create(), await create({ itemId: item._id })];
    expect((await site.delete(`/preview-tokens/${revoked.body.data._id}`)).status).toBe(200);
    expect((await site.delete(`/preview-tokens/${revoked.body.data._id}`)).status).toBe(404);
    expect((await other.delete(`/preview-tokens/${expired.body.data._id}`)).status).toBe(404);
    await service.app.database
      .forSite(site.id, 'background')
      .change('update preview_token set expires_at = now() where id = $1', [expired.body.data._id]);
    await site.delete(`/content/${item._id}`);
    const tokens = [
      (await create({}, other)).body.data.token,
      `svc_preview_${'a'.repeat(43)}`,
      'anything',
      '',
      revoked.body.data.token,
      expired.body.data.token,
      ofItem.body.data.token,
    ];
    for (const token of tokens) expect(await titleOf(id, { 'x-svc-preview-token': token })).toBe(`401 ${REJECTED}`);
  });

  test('once the key that made it is revoked', async () => {
    const id = await drafted('Key');
    const { data } = await new Admin(service).createApiKey(site.id, {
      name: 'maker',
      scopes: ['read', 'write', 'preview'],
    });
    const { secret = '' } = data?.createApiKey ?? {};
    const headers = await header(null, new TestSite(service, site.id, secret));
    expect(await titleOf(id, headers)).toBe('Key, drafted');
    await service.app.database
      .forSite(site.id, 'background')
      .change('update api_key set revoked_at = now() where site_id = $1 and name = $2', [site.id, 'maker']);
    expect(await titleOf(id, headers)).toBe(`401 ${REJECTED}`);
  });

  test('to a key without the scope preview or write, for an unknown item, and for other times', async () => {
    expect((await create({}, await keyWith(['read', 'write']))).status).toBe(403);
    expect((await create({}, await keyWith(['read', 'preview']))).status).toBe(403);
    expect((await create({ itemId: '00000000-0000-4000-8000-000000000000' })).status).toBe(404);
    const foreign = await createItem(await service.site(), {});
    expect((await create({ itemId: foreign._id })).status).toBe(404);
    for (const minutes of [0, -1, 1_441]) {
      const { status, body } = await create({ minutes });
      expect([status, body.details?.[0]?.field]).toEqual([400, 'minutes']);
    }
    const { expiresAt } = (await create({ minutes: 1_440 })).body.data;
    expect(Math.abs(Date.parse(expiresAt) - Date.now() - 86_400_000)).toBeLessThan(60_000);
  });
});
