import { beforeAll, describe, expect, test } from 'vitest';
import { useTarget } from '../use-target.ts';

const attacked = useTarget();

const SECRET = 'restricted-body-91d0';

describe('a key that may only write', () => {
  const paths: Record<string, string> = {};
  let writeOnly: Record<string, string>;

  beforeAll(async () => {
    const { target, site, key } = attacked;
    writeOnly = { 'x-svc-api-key': await target.key(site.id, ['write']) };
    const bodies = {
      '/content': {
        externalId: 'premium',
        type: 'article',
        title: 'Premium',
        content: SECRET,
        accessLevel: 'premium',
        status: 'published',
      },
      '/knowledge/documents': { title: 'Premium', content: SECRET, accessLevel: 'premium' },
    };
    for (const [path, body] of Object.entries(bodies)) {
      const { data } = await target.rest<{ _id?: string; id?: string }>('POST', path, key, body);
      paths[path] = `${path}/${data._id ?? data.id}`;
    }
  });

  test.each(['/content', '/knowledge/documents'])('PUT {} to %s does not answer what it may not read', async (path) => {
    for (const body of [{}, { title: 'Renamed' }, { tags: ['x'] }]) {
      const { text } = await attacked.target.rest('PUT', paths[path] ?? '', writeOnly, body);
      expect(text).not.toContain(SECRET);
    }
  });

  test('mutations of GraphQL do not answer it either', async () => {
    const id = paths['/content']?.split('/').at(-1);
    const query = 'mutation ($id: ID!) { updateContent(id: $id, input: {}) { id title content excerpt customFields } }';
    expect(JSON.stringify(await attacked.target.graphql(query, { id }, writeOnly))).not.toContain(SECRET);
  });
});
