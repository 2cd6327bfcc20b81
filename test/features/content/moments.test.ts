import { beforeAll, describe, expect, test } from 'vitest';
import { useService, useSite } from '../../support/use-service.ts';
import { anItem, createItem, createType } from './items.ts';

const service = useService();
const site = useSite(service);
const year = new Date().getUTCFullYear() + 1;

/** JavaScript would read some of them as another time. */
const NO_MOMENTS = [
  `${year}-02-30T09:00:00Z`,
  `${year}-04-31T09:00:00+02:00`,
  `${year}-01-31T24:00:00Z`,
  `${year}-01-31T23:59:60Z`,
  `${year}-01-31T09:00:00+24:00`,
  `${year}-1-31T09:00:00Z`,
  `${year}-01-31`,
  '1900-02-29T00:00:00Z',
  '0000-01-01T00:00:00Z',
  '9999-12-31T23:30:00-01:00',
];

let id: string;
beforeAll(async () => {
  await createType(site, 'event', [{ name: 'at', label: 'At', type: 'datetime', filterable: true }]);
  id = (await createItem(site))._id;
});

const graphqlError = async (query: string, variables: object) =>
  (await site.graphql(query, variables)).errors?.[0]?.message;

describe.each(NO_MOMENTS)('%s is rejected', (moment) => {
  test.each<[string, () => Promise<{ status: number; body: { error?: string } }>]>([
    ['as the time of a schedule', () => site.put(`/content/${id}/schedule`, { publishAt: moment })],
    ['as a date of an item', () => site.post('/content', anItem({ publishedAt: moment }))],
    ['as the value of a field', () => site.post('/content', anItem({ type: 'event', customFields: { at: moment } }))],
    ['in the list of schedules', () => site.get(`/content/schedule?from=${encodeURIComponent(moment)}`)],
    ['in a filter', () => site.get(`/content?filter[publishedAt][gte]=${encodeURIComponent(moment)}`)],
    [
      'in a filter of a field',
      () => site.get(`/content?type=event&filter[fields.at][gte]=${encodeURIComponent(moment)}`),
    ],
  ])('%s', async (_where, send) => {
    const { status, body } = await send();
    expect([status, body.error]).toEqual([
      400,
      expect.stringMatching(/ must be (an ISO 8601|a date and time|in the years)/),
    ]);
  });

  test('in GraphQL, as a variable and as a literal', async () => {
    const range = 'query ($from: DateTime) { scheduledContents(from: $from) { total } }';
    const condition = 'query ($filter: ContentFilter) { contents(filter: $filter) { total } }';
    const errors = [
      await graphqlError(range, { from: moment }),
      await graphqlError(`{ scheduledContents(from: "${moment}") { total } }`, {}),
      await graphqlError(condition, { filter: { publishedAt: { gte: moment } } }),
      await graphqlError(condition, { filter: { fields: [{ name: 'at', gte: moment }] } }),
    ];
    expect(errors.map((error) => typeof error)).toEqual(['string', 'string', 'string', 'string']);
  });
});

test.each([`${year}-02-28T23:59:59.999999Z`, '2024-02-29T00:00Z', '2024-02-29T00:00:00+0530', '0001-01-01T00:00:00Z'])(
  '%s is a moment',
  async (moment) => {
    expect((await site.post('/content', anItem({ publishedAt: moment }))).status).toBe(200);
    expect((await site.get(`/content?filter[publishedAt][gte]=${encodeURIComponent(moment)}`)).status).toBe(200);
  },
);
