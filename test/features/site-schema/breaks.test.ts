import { describe, expect, test } from 'vitest';
import { useService, useSite } from '../../support/use-service.ts';
import { createItem, createType } from '../content/items.ts';
import { ask } from './types.ts';

const site = useSite(useService());

const FIELDS = [
  { name: 'rating', type: 'number', sortable: true },
  { name: 'teaser', type: 'text' },
  { name: 'editor', type: 'reference', validation: { referenceTo: 'article' } },
  { name: 'gallery', type: 'media' },
];
const keep = (...changed: object[]) => [...changed, ...FIELDS.slice(changed.length)];
let made = 0;

async function aType(): Promise<string> {
  made += 1;
  return createType(site, `kind-${made}x`, FIELDS);
}

const UPDATE = `mutation ($slug: String!, $input: UpdateContentTypeInput!, $force: Boolean) {
  updateContentType(slug: $slug, input: $input, force: $force) { slug } }`;

async function update(slug: string, input: object, force?: boolean) {
  const { errors } = await site.graphql(UPDATE, { slug, input, ...(force === undefined ? {} : { force }) });
  const [error] = errors ?? [];
  return error && { code: error.extensions['code'], breaks: error.extensions['breaks'], message: error.message };
}

describe('updateContentType rejects', () => {
  test.each<[string, object, RegExp]>([
    ['a removed field', { fields: FIELDS.slice(1) }, /^the field "rating" would be removed$/],
    [
      'another type',
      { fields: keep({ name: 'rating', type: 'text' }) },
      /^the field "rating" would change from number to text$/,
    ],
    [
      'a list instead of one value',
      {
        fields: [
          ...FIELDS.slice(0, 2),
          { name: 'editor', type: 'references', validation: { referenceTo: 'article' } },
          FIELDS[3],
        ],
      },
      /^the field "editor" would change from reference to references, a list$/,
    ],
    [
      'another target',
      { fields: [...FIELDS.slice(0, 2), { name: 'editor', type: 'reference' }, FIELDS[3]] },
      /^the field "editor" would refer to any type instead of "article"$/,
    ],
    [
      'a field that is no longer sortable',
      { fields: keep({ name: 'rating', type: 'number' }) },
      /no longer be sortable$/,
    ],
    ['another slug', { slug: 'renamed-kind' }, /would be renamed to "renamed-kind"$/],
    [
      'a field that hides a built-in one',
      { fields: [...FIELDS, { name: 'author', type: 'text' }] },
      /^"author" would be named "builtInAuthor" at \/graphql\/site$/,
    ],
  ])('%s', async (_name, input, expected) => {
    const slug = await aType();
    const error = await update(slug, input);
    expect(error).toMatchObject({ code: 'CONFLICT', breaks: [expect.stringMatching(expected)] });
    expect(error?.message).toContain('The change breaks existing queries');
    expect((await site.get(`/content-types/${slug}`)).body.data).toMatchObject({ slug, revision: 1 });
    expect(await update(slug, input, true)).toBeUndefined();
  });

  test('nothing that queries do not notice', async () => {
    const slug = await aType();
    const fields = [
      ...FIELDS.slice(0, 1),
      { name: 'teaser', type: 'textarea', label: 'Other', sortable: true },
      FIELDS[2],
      { name: 'gallery', type: 'file' },
      { name: 'added', type: 'number' },
      { name: 'title', type: 'text' },
    ];
    expect(await update(slug, { name: 'Other', fields: fields.toReversed() })).toBeUndefined();
  });
});

test('a query works on after a change that is not rejected, and breaks after one that is forced', async () => {
  const slug = await aType();
  await createItem(site, { type: slug, slug: 'x', status: 'published', customFields: { rating: 1, teaser: 'T' } });
  const query = `{ kind${made}x(slug: "x") { rating teaser } }`;
  await update(slug, {
    fields: keep(FIELDS[0] ?? {}, { name: 'teaser', type: 'select', validation: { options: ['T'] } }),
  });
  expect((await ask(site, query)).data).toEqual({ [`kind${made}x`]: { rating: 1, teaser: 'T' } });
  await update(slug, { fields: FIELDS.slice(1) }, true);
  expect((await ask(site, query)).errors?.[0]?.message).toContain('Cannot query field "rating"');
});

test('deleteContentType needs force', async () => {
  const slug = await aType();
  const remove = (force: boolean) =>
    site.graphql(`mutation { deleteContentType(slug: "${slug}", force: ${force}) { deleted } }`);
  expect((await remove(false)).errors?.[0]?.extensions).toMatchObject({
    code: 'CONFLICT',
    breaks: [`the content type "${slug}" would be deleted`],
  });
  expect((await remove(true)).errors).toBeUndefined();
});

test('REST makes the change, as its interface has it', async () => {
  const slug = await aType();
  expect((await site.put(`/content-types/${slug}`, { fields: FIELDS.slice(1) })).status).toBe(200);
  expect((await site.delete(`/content-types/${slug}`)).status).toBe(200);
});
