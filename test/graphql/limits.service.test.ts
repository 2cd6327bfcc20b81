import { beforeAll, describe, expect, test } from 'vitest';
import { cpuTimeOf } from '../support/cpu-time.ts';
import { statementsOf } from '../support/statements.ts';
import { useService, useSite } from '../support/use-service.ts';

const isOfContent = (sql: string) => /content_(item|count|type)/.test(sql);

interface Tree {
  references: { references: { references: object[] }[] }[];
}

describe('an operation at /graphql of the service', () => {
  const service = useService();
  const site = useSite(service);

  const graphql = (query: string, key = site.key) =>
    fetch(`${service.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-svc-api-key': key },
      body: JSON.stringify({ query }),
    });

  const references = (inner: string) => `references(field: "related") { ${inner} }`;
  const SIX = 'id title excerpt slug url publishedAt';

  /** Items of a type with a reference field; answers their ids. */
  const items = async (type: string, count: number, related: (n: number) => string[] = () => []) => {
    const created = await Promise.all(
      Array.from({ length: count }, (_, n) =>
        site.create('/content', {
          type,
          externalId: `${type}-${n}`,
          title: `${type} ${n}`,
          status: 'published',
          customFields: { related: related(n) },
        }),
      ),
    );
    return created.map(({ _id }) => _id);
  };
  const defineType = (slug: string) =>
    // Jobs that index the items would read them beside the requests that are counted.
    site.create('/content-types', {
      name: slug,
      slug,
      fields: [
        { name: 'related', type: 'references' },
        { name: 'mood', type: 'text' },
        // Only one type has it, and thereby an index.
        ...(slug === 'other' ? [{ name: 'tone', type: 'text', filterable: true }] : []),
      ],
      aiConfig: { indexed: false },
    });

  test('of 20 items with references of three levels, 3, 2 and 2 of six fields each, runs', async () => {
    for (const type of ['leaf', 'twig', 'limb', 'tree']) await defineType(type);
    const leaves = await items('leaf', 2);
    const twigs = await items('twig', 2, () => leaves);
    const limbs = await items('limb', 3, () => twigs);
    await items('tree', 20, () => limbs);
    await site.indexed();
    const deep = references(`${SIX} ${references(`${SIX} ${references(SIX)}`)}`);
    const query = `{ contents(filter: { type: "tree" }, page: { limit: 20 }) { items { ${SIX} ${deep} } } }`;
    const answer = await site.graphql<{ contents: { items: Tree[] } }>(query);
    const found = answer.data?.contents.items ?? [];
    expect(found).toHaveLength(20);
    for (const { references: level } of found) {
      expect(level.map((one) => one.references.map((other) => other.references.length))).toEqual([
        [2, 2],
        [2, 2],
        [2, 2],
      ]);
    }
  });

  test('of items that all refer to each other is rejected, with the field, while it runs', async () => {
    await defineType('dense');
    const ids = await items('dense', 25);
    await Promise.all(ids.map((id) => site.put(`/content/${id}`, { customFields: { related: ids } })));
    const all = `{ contents(filter: { type: "dense" }) { items { ${references(references(references('id')))} } } }`;
    const answer = await graphql(all);
    expect(answer.status).toBe(400);
    expect(await answer.json()).toEqual({
      errors: [
        {
          message: expect.stringMatching(
            /^The operation costs \d+ points, the budget is 125000: most of it comes from/,
          ),
          locations: expect.any(Array),
          extensions: {
            code: 'QUERY_TOO_COMPLEX',
            limit: 'cost',
            cost: expect.any(Number),
            budget: 125_000,
            field: 'contents.items.references.references',
          },
        },
      ],
    });
    const one = `{ content(id: "${ids[0]}") { ${references(references('id'))} } }`;
    expect((await graphql(one)).status).toBe(200);
  });

  test('counts references before it reads them', async () => {
    await defineType('long');
    await items('long', 25);
    // Of items that have been deleted since.
    await service.app.database.forSite(site.id, 'background').rows(
      `update content_item set custom_fields = jsonb_build_object('related',
         (select jsonb_agg(gen_random_uuid()) from generate_series(1, 1000)))
       where site_id = $1 and type = 'long'`,
      [site.id],
    );
    const query = `{ contents(filter: { type: "long" }) { items { ${references('id')} } } }`;
    const { answer, values } = await statementsOf(() => site.graphql(query));
    expect(answer.errors?.[0]?.extensions).toMatchObject({
      code: 'QUERY_TOO_COMPLEX',
      field: 'contents.items.references',
    });
    const idsRead = values.flat().filter(Array.isArray).flat().length;
    expect(idsRead).toBeLessThan(125_000 / 6);
  });

  describe('of many lists beside each other', () => {
    const lists = (count: number, request: string) =>
      `{ ${Array.from({ length: count }, (_, n) => `a${n}: contents(${request}, page: { limit: 1 }) { total }`).join(' ')} }`;
    beforeAll(() => defineType('other'));
    const conditions = (count: number) =>
      `filter: { or: [${Array.from({ length: count }, (_, n) => `{ author: { contains: "${n}" } }`).join(' ')}] }`;

    test.each([
      ['full-text searches', 'fullText: "words"', 3],
      ['full-text searches with exact totals', 'fullText: "words", exactTotal: true', 2],
      ['filters of 50 conditions', conditions(49), 2],
      [
        'filters by three fields and sorts by two',
        'filter: { type: "tree", tags: { contains: "a" }, author: { eq: "b" } }, sort: ["title", "createdAt"]',
        20,
      ],
    ])('%s: %s runs %i times, and no more is read', async (_what, request, most) => {
      expect((await graphql(lists(most, request))).status).toBe(200);
      const { answer, statements } = await statementsOf(() => graphql(lists(most + 1, request)));
      expect(answer.status).toBe(400);
      expect(statements.filter(isOfContent)).toEqual([]);
    });

    test.each([
      ['conditions on a field without an index', '{ name: "mood", eq: "calm" }', 12],
      ['conditions across references', '{ name: "related", references: { slug: { eq: "a" } } }', 5],
    ])('%s: %s runs %i times, and lists beyond the budget are not read', async (_what, condition, most) => {
      const ask = (count: number) => graphql(lists(count, `filter: { field: [${condition}] }`));
      expect((await ask(most)).status).toBe(200);
      const { answer, statements } = await statementsOf(() => ask(20));
      expect(await answer.json()).toMatchObject({
        errors: [{ extensions: { code: 'QUERY_TOO_COMPLEX', limit: 'cost' } }],
      });
      expect(statements.filter((sql) => /from content_list c\b/.test(sql)).length).toBeLessThanOrEqual(2 * most);
    });

    test('a condition on a field with an index costs what others do', async () => {
      const filter = 'filter: { field: [{ name: "tone", eq: "warm" }] }';
      expect((await graphql(lists(20, filter))).status).toBe(200);
      const or = (author: string) =>
        `filter: { or: [{ field: [{ name: "tone", eq: "warm" }] }, { author: { ${author}: "a" } }] }`;
      expect((await graphql(lists(12, or('eq')))).status).toBe(200);
      const alternatives = or('ne');
      expect((await graphql(lists(11, alternatives))).status).toBe(200);
      expect((await graphql(lists(12, alternatives))).status).toBe(400);
    });

    test('a search by 50 aliases is rejected', async () => {
      const { answer, statements } = await statementsOf(() => graphql(lists(50, 'fullText: "words"')));
      expect([answer.status, statements.filter(isOfContent)]).toEqual([400, []]);
    });

    test('count the same at /graphql/site, and with variables', async () => {
      const ask = (count: number) => {
        const names = Array.from({ length: count }, (_, n) => `a${n}: articles(fullText: $t, filter: $f) { total }`);
        return fetch(`${service.url}/graphql/site`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'x-svc-api-key': site.key },
          body: JSON.stringify({
            query: `query ($t: String, $f: ArticleFilter) { ${names.join(' ')} }`,
            variables: { t: 'words', f: { or: [{ title: { contains: 'a' } }, { author: { in: ['a', 'b', 'c'] } }] } },
          }),
        });
      };
      expect((await ask(2)).status).toBe(200);
      const rejected = await ask(3);
      expect(rejected.status).toBe(400);
      expect(await rejected.text()).toContain('costs 126303 points');
    });
  });

  test('whose fragments double each other is rejected within a second, also without a key', async () => {
    const links = Array.from(
      { length: 100 },
      (_, n) => `fragment F${n} on ContentItem { ...F${n + 1} ...F${n + 1} id }`,
    );
    const query = `{ content(id: 1) { ...F0 } } ${links.join(' ')} fragment F100 on ContentItem { title }`;
    const ask = async () => {
      const answer = await fetch(`${service.url}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ query }),
      });
      expect(answer.status).toBe(400);
    };
    expect(await cpuTimeOf(ask)).toBeLessThan(1_000);
  });
});
