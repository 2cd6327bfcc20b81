import { getIntrospectionQuery } from 'graphql';
import { beforeEach, describe, expect, test } from 'vitest';
import { GRAPHQL_LIMITS } from '../../src/graphql/limits/complexity.ts';
import { cpuTimeOf } from '../support/cpu-time.ts';
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
    expect(answer.status).toBe(200);
    expect(answer.data?.['items']).toMatchObject({ items: { length: 38 } });
  });

  test('beyond it, it is rejected with 400 and without data: the cost so far, the budget and the list that costs most', async () => {
    const answer = await service.ask(`{ items(page: { limit: 39 }) { total items { id ${DEEP} } } }`);
    expectRefused(answer);
    expect(answer.errors).toHaveLength(1);
    const { cost } = answer.errors?.[0]?.extensions ?? {};
    expect(cost).toBeGreaterThan(GRAPHQL_LIMITS.cost);
    expect(cost).toBeLessThan(GRAPHQL_LIMITS.cost + DEEP_COST);
    expect(answer.errors?.[0]).toMatchObject({
      message:
        `The operation costs ${String(cost)} points, the budget is ${GRAPHQL_LIMITS.cost}: ` +
        'most of it comes from "items.items.references.references"',
      locations: [{ line: 1 }],
      extensions: { limit: 'cost', budget: GRAPHQL_LIMITS.cost },
    });
    expect(answer.errors?.[0]?.extensions).not.toHaveProperty('http');
  });

  test('beyond it no further list is resolved', async () => {
    const many = (inner: string) => `references(field: "many") { ${inner} }`;
    const before = service.listsRead();
    expectRefused(await service.ask(`{ items(page: { limit: 200 }) { items { ${many(many(many('id')))} } } }`));
    // All of them would be 2,020,201.
    expect(service.listsRead() - before).toBeLessThan(10_000);
  });

  test('only what is there counts, however much is asked for', async () => {
    const one = (inner: string) => `references(field: "one") { ${inner} }`;
    const query = `{ items(page: { limit: 200 }) { items { ${one(one(one('id title')))} } } }`;
    expect((await service.ask(query)).status).toBe(200);
    expectRefused(await service.ask(query.replace('"one"', '"many"')));
  });

  test('the field that is named is the list with most of the cost, by its name in the answer', async () => {
    const answer = await service.ask(`{
      cheap: item(id: 1) { title }
      dear: items(page: { limit: 200 }) { items { title list: references(field: "a") { title fields(expand: true) } } }
    }`);
    expect(answer.errors?.[0]?.extensions['field']).toBe('dear.items.list');
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

  test('a field with points of its own costs them instead of the default ones', async () => {
    const search = (most: number) => `search(input: { query: "x", most: ${most} }) { ${DEEP} }`;
    expect((await service.ask(`{ a: ${search(17)} b: ${search(17)} }`)).status).toBe(200);
    expectRefused(await service.ask(`{ a: ${search(18)} b: ${search(18)} }`));
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
    expect((await service.ask(query.replaceAll('20', '19'))).status).toBe(200);
    expectRefused(await service.ask(query));
  });

  test('fragments that double each other 55 times are rejected within a second', async () => {
    const links = Array.from({ length: 55 }, (_, n) => `fragment F${n} on Item { ...F${n + 1} ...F${n + 1} id }`);
    const query = `{ item(id: 1) { ...F0 } } ${links.join(' ')} fragment F55 on Item { title }`;
    expect(await cpuTimeOf(async () => expectRefused(await service.ask(query)))).toBeLessThan(1_000);
    const answer = await service.ask(query);
    expect(answer.errors?.[0]?.message).toContain('costs more than can be counted points');
    expect(service.run).toEqual([]);
  });

  test('variables that do not fit are left to GraphQL to reject', async () => {
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

  test('a mutation is rejected by the typical sizes of its lists, before anything runs', async () => {
    const query = `mutation { touch { ${references(references(references(references(references('id')))))} } }`;
    expectRefused(await service.ask(query));
    expect(service.run).toEqual([]);
  });

  test('a mutation that has run is answered, with an error in the place of what exceeds the budget', async () => {
    const many = (inner: string) => `references(field: "many") { ${inner} }`;
    const answer = await service.ask(`mutation { touch { id } again: touch { ${many(many(many('id')))} } }`);
    expect(answer.status).toBe(200);
    expect(answer.errors?.[0]?.extensions).toMatchObject({ code: 'QUERY_TOO_COMPLEX', limit: 'cost' });
    expect(service.run).toEqual(['touch', 'touch']);
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

  test('introspection deeper than that is rejected', async () => {
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
