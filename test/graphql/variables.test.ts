import { expect, test } from 'vitest';
import { useService, useSite } from '../support/use-service.ts';

const site = useSite(useService());

/** Below the number of values that a body may have. */
const MANY = 190_000;
const FILTER = 'query ($f: [ContentFilter!]) { contents(filter: { or: $f }) { total } }';
const IDS = 'query ($ids: [ID!]) { contents(filter: { id: { in: $ids } }) { total } }';

function manyFields(): Record<string, number> {
  return Object.fromEntries(Array.from({ length: MANY }, (_, index) => [`titel${index}`, 1]));
}

// An error for each of them would take longer than a test may.
test.each([
  ['unknown fields in an object', FILTER, { f: [manyFields()] }, 'Variable "$f" has too many unknown fields at "f[0]"'],
  [
    'objects in a list',
    FILTER,
    { f: Array.from({ length: MANY / 10 }, () => ({})) },
    'Variable "$f" has more than 5000 objects',
  ],
  ['missing values in a list', IDS, { ids: Array(MANY).fill(null) }, 'Variable "$ids" got invalid value null'],
  ['values of the wrong kind in a list', FILTER, { f: Array(MANY).fill(1) }, 'Variable "$f" got invalid value 1'],
])('very many %s are one error of GraphQL', async (_what, query, variables, message) => {
  const { errors } = await site.graphql(query, variables);
  expect(errors).toHaveLength(1);
  expect(errors?.[0]).toMatchObject({ extensions: { code: 'BAD_USER_INPUT' } });
  expect(errors?.[0]?.message).toContain(message);
});

test('an unknown field is named, with what was meant', async () => {
  const { errors } = await site.graphql(FILTER, { f: [{ titel: { eq: 'a' } }] });
  expect(errors?.[0]?.message).toContain('Field "titel" is not defined by type "ContentFilter". Did you mean "title"');
});

test('of 190,000 wrong values, REST tells 100', async () => {
  const { status, body } = await site.post('/content', {
    externalId: 'many',
    type: 'article',
    title: 'Many',
    tags: Array(MANY).fill(1),
  });
  const { details } = body as unknown as { details: { field: string }[] };
  expect([status, details.length, details.at(-1)?.field]).toEqual([400, 100, 'tags[99]']);
});
