import { readFile } from 'node:fs/promises';
import { type GraphQLField, getNamedType, getNullableType, isInputObjectType, isListType, isObjectType } from 'graphql';
import { describe, expect, test } from 'vitest';
import { declaredCost } from '../../src/api/field-cost.ts';
import { GRAPHQL_LIMITS } from '../../src/graphql/limits/complexity.ts';
import { type Measure, QueryCost } from '../../src/graphql/limits/query-cost.ts';
import { countWritten } from '../../src/graphql/limits/limits.ts';
import type { RestOperation } from '../../src/rest/operation.ts';
import { collectFragments } from '../../src/graphql/selection/select-fields.ts';
import { apiSchema as schema, restOperations } from '../support/api-schema.ts';

/** What a REST document may take of each limit, so that a GraphQL caller can ask for the same and more. */
const SHARE = 3 / 4;
const HUGE = 2 ** 31 - 1;

const operations = restOperations();

describe('the documents under rest/', () => {
  test('each costs at most three quarters of the budget, with the largest pages and everything included', () => {
    const costs = operations.map((operation) => [operation.name, dearest(operation).estimated] as const);
    expect(costs.length).toBeGreaterThan(15);
    expect(costs.filter(([, cost]) => !(cost <= GRAPHQL_LIMITS.cost * SHARE))).toEqual([]);
    expect(costs.filter(([, cost]) => cost < 100)).toEqual([]);
  });

  test('each keeps to half of every other limit', () => {
    const beyond = operations.filter((operation) => {
      const written = countWritten(operation.definition, collectFragments(operation.document));
      return (
        dearest(operation).depth > GRAPHQL_LIMITS.depth * SHARE ||
        written.aliases > GRAPHQL_LIMITS.aliases * SHARE ||
        written.rootFields > GRAPHQL_LIMITS.rootFields * SHARE ||
        // Those that shape the answer are of REST only.
        written.directives > GRAPHQL_LIMITS.directives
      );
    });
    expect(beyond.map((operation) => operation.name)).toEqual([]);
  });
});

test('docs/graphql-limits.md publishes the limits in force', async () => {
  const page = await readFile(new URL('../../docs/graphql-limits.md', import.meta.url), 'utf8');
  const published = [
    ...page.matchAll(/^\| (cost|depth|aliases|root fields|directives|tokens|brackets|pairs of names) \| (\d+)/gm),
  ];
  expect(published.map((row) => Number(row[2]))).toEqual(Object.values(GRAPHQL_LIMITS));
});

describe('@Cost', () => {
  test('says of every field with an argument "page" how large its pages are: declare it there', () => {
    const paged = [...allFields()].filter(([, { args }]) => args.some((argument) => argument.name === 'page'));
    expect(paged.length).toBeGreaterThan(8);
    expect(paged.filter(([, field]) => !declaredCost(field)?.page).map(([coordinate]) => coordinate)).toEqual([]);
  });

  test('says of every list of objects how long it is, unless it is the list of a page: declare it there', () => {
    const pages = new Set(
      [...allFields().values()].flatMap((field) => (declaredCost(field)?.page ? [getNamedType(field.type).name] : [])),
    );
    const unsized = [...allFields()].filter(
      ([coordinate, field]) =>
        isListType(getNullableType(field.type)) &&
        isObjectType(getNamedType(field.type)) &&
        declaredCost(field) === undefined &&
        !pages.has(coordinate.split('.')[0] ?? ''),
    );
    expect(unsized.map(([coordinate]) => coordinate)).toEqual([]);
  });
});

function dearest(operation: RestOperation): Measure {
  const variables = Object.fromEntries(operation.variables.map(({ name, type }) => [name, largest(type)]));
  const fragments = collectFragments(operation.document);
  return new QueryCost({
    schema,
    operation: operation.definition,
    fragments,
    variables,
  }).measureOperation();
}

/** A value that makes everything as large as it gets. */
function largest(of: RestOperation['variables'][number]['type']): unknown {
  const type = getNamedType(of);
  if (isInputObjectType(type)) {
    const numbers = Object.values(type.getFields()).filter((field) => getNamedType(field.type).name === 'Int');
    return Object.fromEntries(numbers.map(({ name }) => [name, HUGE]));
  }
  return { Int: HUGE, Boolean: true }[type.name] ?? 'x';
}

function allFields(): Map<string, GraphQLField<unknown, unknown>> {
  const types = Object.values(schema.getTypeMap()).filter((type) => isObjectType(type) && !type.name.startsWith('__'));
  return new Map(
    types
      .filter(isObjectType)
      .flatMap((type) =>
        Object.values(type.getFields()).map((field) => [`${type.name}.${field.name}`, field] as const),
      ),
  );
}
