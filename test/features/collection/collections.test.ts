import { describe, expect, test } from 'vitest';
import { conflictAt } from '../../support/conflict.ts';
import { useService, useSite } from '../../support/use-service.ts';
import { createItem, listItems } from '../content/items.ts';

interface Collection {
  id: string;
  name: string;
  slug: string;
  description: string | null;
  order: number;
}

const FIELDS = '{ id name slug description order }';
const CREATE = `mutation ($input: CreateCollectionInput!) { answer: createCollection(input: $input) ${FIELDS} }`;
const UPDATE = `mutation ($id: ID!, $input: UpdateCollectionInput!) { answer: updateCollection(id: $id, input: $input) ${FIELDS} }`;
const DELETE = 'mutation ($id: ID!) { answer: deleteCollection(id: $id) { id deleted } }';
const GET = `query ($id: ID!) { answer: collection(id: $id) ${FIELDS} }`;
const LIST = `query ($page: PageInput) { answer: collections(page: $page) { items ${FIELDS} total hasMore endCursor } }`;

describe('Collections in GraphQL', () => {
  const service = useService();
  const site = useSite(service);

  const run = async <T = Collection>(query: string, variables: object, of = site) => {
    const { data, errors } = await of.graphql<{ answer: T }>(query, variables);
    const { message, extensions } = errors?.[0] ?? {};
    return { answer: data?.answer as T, error: message, code: extensions?.['code'], details: extensions?.['details'] };
  };
  const create = async (input: object, of = site) => (await run(CREATE, { input }, of)).answer;

  test('created with a name: slug made from it, order 0; read back', async () => {
    const { answer } = await run(CREATE, { input: { name: 'Été & Hiver' } });
    expect(answer).toMatchObject({ name: 'Été & Hiver', slug: 'ete-hiver', description: null, order: 0 });
    expect((await run(GET, { id: answer.id })).answer).toEqual(answer);
  });

  test('every field is kept', async () => {
    const input = { name: 'Full', slug: 'full-one', description: 'All of it', order: -3 };
    expect(await create(input)).toMatchObject(input);
  });

  test.each([
    [{ name: ' ' }, 'name is required'],
    [{ name: 'x'.repeat(301) }, 'name must have at most 300 characters'],
    [
      { name: 'x', slug: 'Not so' },
      'slug must have only lower-case letters, digits and single hyphens, at most 200 characters',
    ],
    [{ name: 'x', order: 1_000_001 }, 'order must be a whole number from -1000000 to 1000000'],
  ])('%j is rejected', async (input, message) => {
    expect(await run(CREATE, { input })).toMatchObject({
      error: message,
      code: 'BAD_REQUEST',
      details: [{ field: message.split(' ')[0], message }],
    });
  });

  test('a slug that is taken is a conflict, on this site only, also for two at once', async () => {
    await create({ name: 'Taken' });
    const conflict = { ...conflictAt('slug', 'Collection with this slug already exists'), code: 'CONFLICT' };
    expect(await run(CREATE, { input: { name: 'taken' } })).toMatchObject(conflict);
    expect((await create({ name: 'Taken' }, await service.site())).slug).toBe('taken');
    const both = await Promise.all([1, 2].map(() => run(CREATE, { input: { name: 'Both' } })));
    expect(both.map(({ code }) => code ?? 'none').toSorted()).toEqual(['CONFLICT', 'none']);
    const other = await create({ name: 'Other' });
    expect(await run(UPDATE, { id: other.id, input: { slug: 'taken' } })).toMatchObject(conflict);
  });

  test('a change keeps what is absent and clears what is null', async () => {
    const before = await create({ name: 'Before', slug: 'by-hand', description: 'Old', order: 4 });
    const change = async (input: object) => (await run(UPDATE, { id: before.id, input })).answer;
    expect(await change({ name: 'After' })).toEqual({ ...before, name: 'After' });
    expect(await change({ description: null, order: null, slug: null })).toEqual({
      id: before.id,
      name: 'After',
      slug: 'after',
      description: null,
      order: 0,
    });
    expect((await run(UPDATE, { id: before.id, input: { name: '' } })).error).toBe('name must not be empty');
  });

  test("unknown, malformed and other sites' ids are not found", async () => {
    const theirs = await create({ name: 'Theirs' }, await service.site());
    for (const id of [theirs.id, '01890000-0000-7000-8000-000000000000', 'x', '\0']) {
      const refusals = [run(GET, { id }), run(UPDATE, { id, input: { name: 'Mine' } }), run(DELETE, { id })];
      for (const refusal of await Promise.all(refusals)) {
        expect(refusal).toMatchObject({ error: 'Collection not found', code: 'NOT_FOUND' });
      }
    }
  });

  test('lists go by order, ties by id, page by page', async () => {
    const own = await service.site();
    const orders = [3, 1, 2, 1, 3, 1];
    for (const [index, order] of orders.entries()) await create({ name: `c${index}`, order }, own);
    const walked: string[] = [];
    for (let after: string | null = null, more = true; more;) {
      const page: object = { limit: 2, after };
      type Page = { items: Collection[]; total: number; hasMore: boolean; endCursor: string };
      const { answer }: { answer: Page } = await run<Page>(LIST, { page }, own);
      expect(answer.total).toBe(6);
      walked.push(...answer.items.map(({ name }) => name));
      ({ hasMore: more, endCursor: after } = answer);
    }
    expect(walked).toEqual(['c1', 'c3', 'c5', 'c2', 'c0', 'c4']);
  });

  test('a deleted collection is not found, and its items are in no collection', async () => {
    const { id } = await create({ name: 'Short-lived' });
    const item = await createItem(site, { collectionId: id });
    expect((await run(DELETE, { id })).answer).toEqual({ id, deleted: true });
    expect((await run(GET, { id })).code).toBe('NOT_FOUND');
    expect((await site.get(`/content/${item._id}`)).body.data).toHaveProperty('collectionId', null);
    expect((await listItems(site, `collectionId=${id}`)).items).toEqual([]);
    expect((await run(DELETE, { id })).code).toBe('NOT_FOUND');
  });
});
