import { type GraphQLObjectType, buildSchema, parse, validate } from 'graphql';
import { describe, expect, test } from 'vitest';
import { nestingRule } from '../../src/graphql/limits/nesting.ts';
import { cpuTime } from '../support/cpu-time.ts';

const schema = buildSchema(`
  type Item { id: ID!, references(field: String): [Item!]!, parent: Item }
  type Query { item: Item }
`);
const references = (schema.getType('Item') as GraphQLObjectType).getFields()['references']!;
references.extensions = { maxNesting: 3 };

const faults = (query: string) => validate(schema, parse(query), [nestingRule]).map(({ message }) => message);
const TOO_DEEP = '"references" may be nested at most 3 levels deep: request deeper references in another query';

/** `references { references { … id } }`, so many deep. */
const nested = (depth: number): string => (depth === 0 ? 'id' : `references(field: "a") { ${nested(depth - 1)} }`);

describe('references within references', () => {
  test('three deep are fine, beside each other too', () => {
    expect(faults(`{ item { ${nested(3)} other: ${nested(3)} } }`)).toEqual([]);
  });

  test('four deep are an error that names the limit', () => {
    expect(faults(`{ item { ${nested(4)} } }`)).toEqual([TOO_DEEP]);
  });

  test.each([
    ['an alias', '{ item { a: references { b: references { c: references { d: references { id } } } } } }'],
    ['another field between', '{ item { references { parent { references { references { references { id } } } } } } }'],
    [
      'an inline fragment',
      '{ item { references { ... on Item { references { references { ... { references { id } } } } } } } }',
    ],
    [
      'a fragment',
      '{ item { references { references { ...F } } } } fragment F on Item { references { references { id } } }',
    ],
    [
      'a fragment used first where it is shallow',
      '{ item { ...F references { references { ...F } } } } fragment F on Item { references { references { id } } }',
    ],
    [
      'a fragment of a fragment',
      '{ item { references { ...F } } } fragment F on Item { references { ...G } } fragment G on Item { references { references { id } } }',
    ],
    [
      'a second operation',
      'query A { item { id } } query B { item { references { references { references { references { id } } } } } }',
    ],
  ])('four deep through %s are an error too', (_how, query) => {
    expect(new Set(faults(query))).toEqual(new Set([TOO_DEEP]));
  });

  test('a fragment within itself ends', () => {
    expect(faults('{ item { ...F } } fragment F on Item { references { ...F } }')).toEqual([TOO_DEEP]);
  });

  test('fragments that double at each of 40 steps are checked within a second', () => {
    const fragments = Array.from(
      { length: 40 },
      (_, at) => `fragment F${at} on Item { a: parent { ...F${at + 1} } b: parent { ...F${at + 1} } }`,
    );
    const text = `{ item { ...F0 } } ${fragments.join('\n')} fragment F40 on Item { id }`;
    expect(cpuTime(() => expect(faults(text)).toEqual([]))).toBeLessThan(1_000);
  });
});
