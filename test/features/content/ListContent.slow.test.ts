import { Client } from 'pg';
import { describe, expect, test } from 'vitest';
import { use } from '../../support/use.ts';
import { useOwnService, useSite } from '../../support/use-service.ts';
import { createType } from './items.ts';

const service = useOwnService({ REQUEST_TIMEOUT_SECONDS: '3' });
const site = useSite(service);

/** Until it is closed, lists of content wait. */
const blocker = use(
  async () => {
    const fields = [
      { name: 'plain', type: 'number' },
      { name: 'other', type: 'text' },
      { name: 'place', type: 'location' },
      { name: 'marked', type: 'text', filterable: true },
    ];
    await createType(site, 'film', fields);
    const client = new Client(service.app.ports.database);
    await client.connect();
    await client.query('begin');
    await client.query('lock table content_item in access exclusive mode');
    return client;
  },
  (client) => client.end(),
);

const listed = async (filter: string) => {
  const { status, body } = await site.get(`/content?${filter}`);
  return [status, body.error];
};

describe('a list that is not read by the deadline', () => {
  test('names the fields of its filter that could be marked, once each', async () => {
    expect(blocker).toBeDefined();
    const message = 'The request took too long. It would read less if content types marked as filterable: ';
    const answers = await Promise.all([
      listed('filter[fields.plain][gt]=4&filter[fields.marked]=a&filter[fields.plain][lt]=9'),
      listed('filter[or][0][fields.other]=secret&filter[or][1][fields.plain]=5&filter[or][2][slug]=a'),
      listed('filter[not][fields.other]=secret'),
    ]);
    expect(answers).toEqual([
      [503, `${message}fields.plain`],
      [503, `${message}fields.other, fields.plain`],
      [503, `${message}fields.other`],
    ]);
  });

  test('names none that could not, or is', async () => {
    const answers = await Promise.all([
      listed('filter[fields.marked]=a'),
      listed('filter[fields.place][exists]=true'),
      listed('filter[title][ne]=A'),
    ]);
    for (const [status, error] of answers) {
      expect(status).toBe(503);
      expect(error).not.toContain('filterable');
    }
  });

  test('names them in GraphQL, too', async () => {
    const query = '{ contents(filter: { field: [{ name: "plain", gt: 4 }] }) { total } }';
    const { errors } = await site.graphql(query);
    expect(errors?.[0]?.message).toMatch(/took too long.* fields\.plain$/);
  });
});
