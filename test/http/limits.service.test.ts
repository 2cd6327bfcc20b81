import { describe, expect, test } from 'vitest';
import { useOwnService, useSite } from '../support/use-service.ts';

describe('the whole service', () => {
  const service = useOwnService({ RATE_LIMIT_ENTERPRISE_PER_MINUTE: '6000' });
  const site = useSite(service);

  const graphql = (query: string, key = site.key) =>
    fetch(`${service.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-svc-api-key': key },
      body: JSON.stringify({ query }),
    });

  test('says on REST and GraphQL what is left of the limit of its plan', async () => {
    const rest = await site.get('/content');
    expect(rest.headers.get('ratelimit-policy')).toBe('"default";q=6000;w=60');
    expect(rest.headers.get('ratelimit')).toMatch(/^"default";r=5999;t=\d+$/);
    const answer = await graphql('{ viewer { uid } }');
    expect(answer.headers.get('ratelimit')).toMatch(/^"default";r=5998;t=\d+$/);
  });

  test('refuses an operation beyond the query budget', async () => {
    const references = (inner: string) => `references(field: "r") { ${inner} }`;
    const deep = references(references(references('id title')));
    const answer = await graphql(`{ contents(page: { limit: 100 }) { items { ${deep} } } }`);
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({
      errors: [{ extensions: { code: 'QUERY_TOO_COMPLEX', field: 'contents.items.references.references.references' } }],
    });
  });

  test('refuses fragments that double each other within a second, also without a key', async () => {
    const links = Array.from(
      { length: 100 },
      (_, n) => `fragment F${n} on ContentItem { ...F${n + 1} ...F${n + 1} id }`,
    );
    const query = `{ content(id: 1) { ...F0 } } ${links.join(' ')} fragment F100 on ContentItem { title }`;
    const started = performance.now();
    const answer = await fetch(`${service.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query }),
    });
    expect(answer.status).toBe(400);
    expect(performance.now() - started).toBeLessThan(1_000);
  });

  // The last test: it uses up the guesses of this address.
  test('an address that guesses keys and admin keys is told to wait; a valid key goes on working there', async () => {
    const statuses = [];
    for (let guess = 0; guess < 15; guess++) {
      statuses.push((await graphql('{ viewer { uid } }', `guess-${guess}`)).status);
      const admin = await fetch(`${service.url}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-svc-admin-key': `guess-${guess}` },
        body: '{"query":"{ allSites { id } }"}',
      });
      statuses.push(admin.status);
    }
    expect(new Set(statuses)).toEqual(new Set([401]));
    expect((await graphql('{ viewer { uid } }', 'one-more')).status).toBe(429);
    expect((await site.get('/content', { 'x-svc-api-key': 'one-more' })).status).toBe(429);
    expect((await site.get('/content')).status).toBe(200);
  });
});
