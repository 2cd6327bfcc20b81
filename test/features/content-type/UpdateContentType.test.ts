import { describe, expect, test } from 'vitest';
import { conflictAt } from '../../support/conflict.ts';
import { useSite } from '../../support/use-service.ts';
import { anItem, createItem, createType, listItems } from '../content/items.ts';

const WHOLE = {
  pluralName: 'Many',
  description: 'What it is',
  icon: 'star',
  fields: [{ name: 'a', type: 'text' }],
  builtInFields: { excerpt: true },
  aiConfig: { summarize: true, instructionTemplate: 'Say it' },
  accessLevel: 'premium',
  status: 'draft',
};

describe('PUT /content-types/:slug', () => {
  const site = useSite();
  let made = 0;

  const aType = async (more: object = {}) => {
    made += 1;
    return site.create<Record<string, unknown> & { slug: string }>('/content-types', {
      name: `Type ${made}`,
      slug: `type-${made}`,
      ...more,
    });
  };
  const put = (slug: string, input: object) => site.put(`/content-types/${slug}`, input);

  test('what is absent stays, in nested objects too', async () => {
    const type = await aType(WHOLE);
    const { body } = await put(type.slug, { name: 'Renamed', aiConfig: { indexed: false } });
    expect(body.data).toEqual({
      ...type,
      name: 'Renamed',
      aiConfig: { ...(type['aiConfig'] as object), indexed: false },
      revision: 2,
      updatedAt: body.data['updatedAt'],
    });
    expect((await site.get(`/content-types/${type.slug}`)).body.data).toEqual(body.data);
  });

  test('null clears, or takes the default', async () => {
    const [type, plain] = [await aType(WHOLE), await aType()];
    const nulls = Object.fromEntries(Object.keys(WHOLE).map((name) => [name, null]));
    const { body } = await put(type.slug, nulls);
    const own = { _id: '', name: '', slug: '', createdAt: '', updatedAt: '', revision: 0 };
    expect({ ...body.data, ...own }).toEqual({ ...plain, ...own });
    const nested = await put((await aType(WHOLE)).slug, { aiConfig: { summarize: null, instructionTemplate: null } });
    expect(nested.body.data['aiConfig']).toMatchObject({ summarize: false, instructionTemplate: null });
  });

  test('fields replace the former ones', async () => {
    const type = await aType(WHOLE);
    const { body } = await put(type.slug, { fields: [{ name: 'b', type: 'number' }] });
    expect(body.data['fields']).toMatchObject([{ name: 'b', type: 'number' }]);
    expect(body.data['fields']).toHaveLength(1);
  });

  test('items keep values of fields that their type no longer has', async () => {
    const type = await aType({ fields: [{ name: 'a', type: 'number' }] });
    const item = await createItem(site, { type: type.slug, customFields: { a: 1 } });
    await put(type.slug, { fields: [] });
    const { body } = await site.put(`/content/${item._id}`, { customFields: { a: 'anything', b: 2 } });
    expect(body.data).toMatchObject({ customFields: { a: 'anything', b: 2 } });
  });

  test.each([
    [{ name: null }, 'name must not be empty'],
    [{ name: '' }, 'name must not be empty'],
    [{ slug: null }, 'slug must not be empty'],
    [{ slug: 'No Slug' }, 'slug must have only lower-case letters, digits and single hyphens, at most 200 characters'],
    [{ status: 'gone' }, 'status must be "active", "draft" or "archived"'],
    [{ fields: [{ name: 'a', type: 'x' }] }, expect.stringMatching(/^fields\[0\]\.type must be "text"/) as string],
  ])('%j is 400 and changes nothing', async (input, message) => {
    const type = await aType();
    const { status, body } = await put(type.slug, { icon: 'changed', ...input });
    expect({ status, error: body.error }).toEqual({ status: 400, error: message });
    expect((await site.get(`/content-types/${type.slug}`)).body.data).toEqual(type);
  });

  test('an unknown slug is 404', async () => {
    for (const slug of ['unknown', '%00', 'ARTICLE']) {
      const { status, body } = await put(slug, { name: 'x' });
      expect({ status, error: body.error }).toEqual({ status: 404, error: 'Content type not found' });
    }
  });

  test('a new slug is taken over by the items, by filters and by fields that refer to the type', async () => {
    const type = await aType();
    const other = await aType({ fields: [{ name: 'of', type: 'reference', validation: { referenceTo: type.slug } }] });
    const item = await createItem(site, { type: type.slug });
    const { status, body } = await put(type.slug, { slug: 'moved' });
    expect(status).toBe(200);
    expect(body.data['_id']).toBe(type['_id']);
    expect((await site.get(`/content-types/${type.slug}`)).status).toBe(404);
    expect((await site.get(`/content/${item._id}`)).body.data).toMatchObject({ type: 'moved' });
    expect((await listItems(site, 'type=moved')).items).toHaveLength(1);
    expect((await listItems(site, `type=${type.slug}`)).items).toEqual([]);
    expect((await site.get(`/content-types/${other.slug}`)).body.data).toMatchObject({
      fields: [{ name: 'of', validation: { referenceTo: 'moved' } }],
    });
    await createItem(site, { type: other.slug, customFields: { of: item._id } });
    expect((await site.post('/content', anItem({ type: type.slug }))).body.error).toBe(
      `Unknown content type: ${type.slug}`,
    );
  });

  test('a slug that is taken is 409; the own one is no conflict', async () => {
    const [one, two] = [await aType(), await aType()];
    const { status, body } = await put(two.slug, { slug: one.slug });
    expect({ status, error: body.error }).toEqual({ status: 409, error: 'Content type with this slug already exists' });
    expect((await put(two.slug, { slug: two.slug })).status).toBe(200);
  });

  test('of two types renamed to one slug at once, one succeeds and the other is 409', async () => {
    const types = [await aType(), await aType()];
    const answers = await Promise.all(types.map(({ slug }) => put(slug, { slug: 'wanted' })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });

  test('changes of different options at once are all kept', async () => {
    const type = await aType();
    const options = ['summarize', 'extractKeywords'].map((name) => ({ aiConfig: { [name]: true } }));
    await Promise.all([...options, { aiConfig: { indexed: false } }].map((input) => put(type.slug, input)));
    expect((await site.get(`/content-types/${type.slug}`)).body.data['aiConfig']).toMatchObject({
      indexed: false,
      summarize: true,
      extractKeywords: true,
    });
  });

  test('a built-in type may be changed but not renamed', async () => {
    const { status, body } = await put('article', { slug: 'essay' });
    expect({ status, error: body.error }).toEqual({
      status: 400,
      error: 'slug of a built-in content type cannot be changed',
    });
    const changed = await put('article', { slug: 'article', fields: [{ name: 'subtitle', type: 'text' }] });
    expect(changed.body.data).toMatchObject({ builtIn: true, fields: [{ name: 'subtitle' }] });
  });

  test('a type does not move to where a deleted one left an item of the same slug', async () => {
    await createType(site, 'left', []);
    await createItem(site, { type: 'left', slug: 'twin' });
    await site.delete('/content-types/left');
    await createType(site, 'comes', []);
    await createItem(site, { type: 'comes', slug: 'twin' });
    const { status, body } = await put('comes', { slug: 'left' });
    expect({ status, body }).toMatchObject({
      status: 409,
      body: conflictAt('slug', 'Content of type "left" with slug "twin" already exists'),
    });
  });
});
