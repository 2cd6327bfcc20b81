import { beforeAll, describe, expect, test } from 'vitest';
import { useService, useSite } from '../support/use-service.ts';

describe('a root field that fails', () => {
  const service = useService();
  const site = useSite(service);

  beforeAll(async () => {
    await site.create('/content', { externalId: 'a', type: 'article', title: 'A', status: 'published' });
  });

  test('is null with an error at its path, and the others keep their values, also of a query that is known', async () => {
    const query = '{ a: content(id: "nope") { title } contents { total } b: persona(idOrSlug: "nope") { name } }';
    for (let round = 0; round < 3; round++) {
      const { data, errors } = await site.graphql(query);
      expect(data).toEqual({ a: null, contents: { total: 1 }, b: null });
      expect(errors?.map(({ path, message, extensions }) => [path, message, extensions['code']])).toEqual([
        [['a'], 'Content not found', 'NOT_FOUND'],
        [['b'], 'Persona not found', 'NOT_FOUND'],
      ]);
    }
  });

  test('of several mutations: what the others have written is answered', async () => {
    const create = (externalId: string) =>
      `createContent(input: { type: "article", title: "T", externalId: "${externalId}" }) { externalId }`;
    const { data, errors } = await site.graphql(
      `mutation { one: ${create('b')} two: ${create('a')} three: ${create('c')} }`,
    );
    expect(data).toEqual({ one: { externalId: 'b' }, two: null, three: { externalId: 'c' } });
    expect(errors?.map(({ path, extensions }) => [path, extensions['code']])).toEqual([[['two'], 'CONFLICT']]);
  });

  test('is the status and the error of a REST request, which has no data', async () => {
    const { status, body } = await site.get('/content/nope');
    expect([status, body]).toEqual([404, { success: false, error: 'Content not found' }]);
  });
});
