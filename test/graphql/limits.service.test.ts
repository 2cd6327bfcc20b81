import { describe, expect, test } from 'vitest';
import { useService, useSite } from '../support/use-service.ts';

describe('an operation at /graphql of the service', () => {
  const service = useService();
  const site = useSite(service);

  const graphql = (query: string, key = site.key) =>
    fetch(`${service.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-svc-api-key': key },
      body: JSON.stringify({ query }),
    });

  test('above the query budget is rejected with the field that costs most', async () => {
    const references = (inner: string) => `references(field: "r") { ${inner} }`;
    const deep = references(references(references('id title')));
    const answer = await graphql(`{ contents(page: { limit: 100 }) { items { ${deep} } } }`);
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({
      errors: [{ extensions: { code: 'QUERY_TOO_COMPLEX', field: 'contents.items.references.references.references' } }],
    });
  });

  test('whose fragments double each other is rejected within a second, also without a key', async () => {
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
});
