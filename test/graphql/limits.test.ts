import { getIntrospectionQuery } from 'graphql';
import { beforeEach, describe, expect, test } from 'vitest';
import { GRAPHQL_LIMITS } from '../../src/graphql/limits/limits.ts';
import { use } from '../support/use.ts';
import { type Answer, startLimitedService } from './limited-service.ts';

const service = use(() => startLimitedService());

beforeEach(() => {
  service.run.length = 0;
});

/** 20 + 10 × (20 + 10 × (20 + 10 × 1)) of each item: 3,220 points, so that 39 items are too many. */
const DEEP = 'references(field: "a") { references(field: "b") { references(field: "c") { id } } }';
const DEEP_COST = 3_220;

describe('the cost of an operation', () => {
  test('within the budget it runs', async () => {
    const answer = await service.ask(`{ items(page: { limit: 38 }) { items { ${DEEP} } } }`);
    expect(answer).toMatchObject({ status: 200, data: { items: { items: [{ references: [] }] } } });
  });

  test('beyond it, it is refused with 400 before anything runs: the cost, the budget and the field that costs most', async () => {
    const answer = await service.ask(`{ items(page: { limit: 39 }) { total items { id ${DEEP} } } }`);
    const cost = 100 + 1 + 1 + 39 * (1 + DEEP_COST);
    expectRefused(answer);
    expect(answer.errors?.[0]).toMatchObject({
      message:
        `The operation costs ${cost} points, the budget is ${GRAPHQL_LIMITS.cost}: ` +
        'most of it comes from "items.items.references.references.references"',
      extensions: { limit: 'cost', cost, budget: GRAPHQL_LIMITS.cost },
    });
    expect(answer.errors?.[0]?.extensions).not.toHaveProperty('http');
    expect(service.run).toEqual([]);
  });

  test('the field that costs most is the innermost that holds half of it, by its name in the answer', async () => {
    const answer = await service.ask(`{
      cheap: item(id: 1) { title }
      dear: items(page: { limit: 200 }) { items { title list: references(field: "a") { title fields(expand: true) } } }
    }`);
    expect(answer.errors?.[0]?.extensions['field']).toBe('dear.items.list.fields');
  });

  test.each([
    ['a variable', 'query ($n: Int) { items(page: { limit: $n }) { items { REST } } }', { n: 39 }],
    [
      'a whole input as a variable',
      'query ($p: PageInput) { items(page: $p) { items { REST } } }',
      { p: { limit: 39 } },
    ],
    ["a variable's default", 'query ($n: Int = 39) { items(page: { limit: $n }) { items { REST } } }', {}],
  ])('a page size counts when it is given by %s', async (_what, query, variables) => {
    expectRefused(await service.ask(query.replace('REST', DEEP), variables));
  });

  test('a variable that asks for less is within the budget', async () => {
    const query = `query ($n: Int = 39) { items(page: { limit: $n }) { items { ${DEEP} } } }`;
    expect((await service.ask(query, { n: 38 })).status).toBe(200);
  });

  test('without a page size the list counts its standard one', async () => {
    expect((await service.ask(`{ items { items { ${DEEP} } } }`)).status).toBe(200);
    const twice = `{ one: items { items { ${DEEP} } } other: items { items { ${DEEP} } } }`;
    expect(costOf(await service.ask(twice))).toBe(2 * (100 + 1 + 30 * DEEP_COST));
  });

  test('a page size above the maximum of the list counts as the maximum, and one below 1 as 1', async () => {
    const cost = 100 + 1 + 200 * DEEP_COST;
    expect(costOf(await service.ask(`{ items(page: { limit: 1000000 }) { items { ${DEEP} } } }`))).toBe(cost);
    const below = `{ a: items(page: { limit: -5 }) { items { ${DEEP} } } b: items(page: { limit: 200 }) { items { ${DEEP} } } }`;
    expect(costOf(await service.ask(below))).toBe(cost + 100 + 1 + DEEP_COST);
  });

  test('a list without pages counts the size that the table gives it', async () => {
    expect(
      costOf(await service.ask('{ everything { references(field: "a") { id title references(field: "b") { id } } } }')),
    ).toBe(100 + 1_000 * (20 + 10 * (2 + 20 + 10)));
  });

  test('a default in an input of the schema counts, and points of a field replace the standard ones', async () => {
    const search = `search(input: { query: "x" }) { ${DEEP} }`;
    expect(costOf(await service.ask(`{ a: ${search} b: ${search} c: ${search} }`))).toBe(3 * (5_000 + 30 * DEEP_COST));
  });

  test('an argument that makes the service do more costs more', async () => {
    const query = 'query ($e: Boolean!) { items(page: { limit: 200 }) { items { fields(expand: $e) } } }';
    expect((await service.ask(query, { e: false })).status).toBe(200);
    expect(costOf(await service.ask(query, { e: true }))).toBe(100 + 1 + 200 * 2_001);
  });

  test('what @include and @skip leave out costs nothing', async () => {
    const query = `query ($on: Boolean!) { items(page: { limit: 200 }) { total
      items @include(if: $on) { ${DEEP} } } everything @skip(if: true) { ${DEEP} } }`;
    expect((await service.ask(query, { on: false })).status).toBe(200);
    expectRefused(await service.ask(query, { on: true }));
  });

  test('fragments cost as if they were written out, at each place where they are spread', async () => {
    const query = `
      { items(page: { limit: 20 }) { ...Page } more: items(page: { limit: 20 }) { ...Page } }
      fragment Page on ItemPage { items { ...Deep ... on Item { __typename } } }
      fragment Deep on Item { ${DEEP} }`;
    expect(costOf(await service.ask(query))).toBe(2 * (100 + 1 + 20 * DEEP_COST));
  });

  test('fragments that double each other 55 times are refused within a second', async () => {
    const links = Array.from({ length: 55 }, (_, n) => `fragment F${n} on Item { ...F${n + 1} ...F${n + 1} id }`);
    const started = performance.now();
    const answer = await service.ask(`{ item(id: 1) { ...F0 } } ${links.join(' ')} fragment F55 on Item { title }`);
    expect(performance.now() - started).toBeLessThan(1_000);
    expectRefused(answer);
    expect(answer.errors?.[0]?.message).toContain('costs more than can be counted points');
  });

  test('variables that do not fit are left to GraphQL to refuse', async () => {
    const query = `query ($n: Int!) { items(page: { limit: $n }) { items { ${DEEP} } } }`;
    const answer = await service.ask(query, { n: 'many' });
    expect(answer).toMatchObject({ status: 400, errors: [{}] });
    expect(answer.errors?.[0]?.extensions['code']).not.toBe('QUERY_TOO_COMPLEX');
    expect(service.run).toEqual([]);
  });

  test('of several operations only the one that runs counts', async () => {
    const query = `query Small { item(id: 1) { id } } query Large { everything { ${DEEP} } }`;
    expect((await service.ask(query, {}, 'Small')).status).toBe(200);
    expectRefused(await service.ask(query, {}, 'Large'));
  });

  test('a mutation counts as a query does', async () => {
    const query = `mutation { touch { ${references(references(references(references(references('id')))))} } }`;
    expectRefused(await service.ask(query));
    expect(service.run).toEqual([]);
  });
});

describe('other limits of an operation', () => {
  test('aliases are counted, wherever they stand', async () => {
    expect((await service.ask(`{ item(id: 1) { ${aliases(30, 'title')} } }`)).status).toBe(200);
    const answer = await service.ask(`{ item(id: 1) { ...F x: id } } fragment F on Item { ${aliases(30, 'title')} }`);
    expectRefused(answer, { limit: 'aliases', value: 31, most: 30 });
    expect(answer.errors?.[0]?.message).toBe('The operation has 31 aliases, at most 30 are allowed');
  });

  test('root fields are counted, those of fragments too', async () => {
    const answer = await service.ask(
      `{ ...F ... on Query { b: item(id: 1) { id } } } fragment F on Query { ${aliases(20, 'item(id: 1) { id }')} }`,
    );
    expectRefused(answer, { limit: 'rootFields', value: 21, most: 20 });
    expect(service.run).toEqual([]);
  });

  test('directives are counted', async () => {
    const answer = await service.ask(`{ item(id: 1) { ${'id @skip(if: false) '.repeat(51)} } }`);
    expectRefused(answer, { limit: 'directives', value: 51, most: 50 });
  });

  test('depth is counted through fragments', async () => {
    const nested = (levels: number): string =>
      levels === 0 ? 'id' : `references(field: "a") { ${nested(levels - 1)} }`;
    const query = (levels: number) => `{ item(id: 1) { ...F } } fragment F on Item { ${nested(levels)} }`;
    expectRefused(await service.ask(query(14)), { limit: 'depth', value: 16, most: 15 });
    expect((await service.ask(query(13))).errors?.[0]?.extensions['limit']).toBe('cost');
  });

  test('the introspection of tools passes, and costs nothing', async () => {
    const answer = await service.ask(getIntrospectionQuery({ specifiedByUrl: true, inputValueDeprecation: true }));
    expect(answer.status).toBe(200);
    expect(answer.data).toHaveProperty('__schema');
  });

  test('introspection deeper than that is refused', async () => {
    const ofType = (levels: number): string => (levels === 0 ? 'name' : `ofType { ${ofType(levels - 1)} }`);
    const answer = await service.ask(`{ __type(name: "Item") { ${ofType(15)} } }`);
    expectRefused(answer, { limit: 'depth', value: 17, most: 15 });
  });
});

function references(inner: string): string {
  return `references(field: "a") { ${inner} }`;
}

function aliases(count: number, field: string): string {
  return Array.from({ length: count }, (_, n) => `a${n}: ${field}`).join(' ');
}

function expectRefused(answer: Answer, details: object = {}): void {
  expect(answer).toMatchObject({ status: 400, errors: [{ extensions: { code: 'QUERY_TOO_COMPLEX', ...details } }] });
  expect(answer.data).toBeUndefined();
}

function costOf(answer: Answer): unknown {
  expectRefused(answer, { limit: 'cost' });
  return answer.errors?.[0]?.extensions['cost'];
}
