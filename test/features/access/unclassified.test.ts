import { type GraphQLObjectType, getNamedType, isObjectType } from 'graphql';
import { describe, expect, test } from 'vitest';
import { apiSchema as schema, restOperations } from '../../support/api-schema.ts';
import { rootFields } from '../../support/root-fields.ts';
import { TYPES } from './classification.ts';
import { ROOT_FIELDS, ROUTES } from './classification.root-fields.ts';

const operations = restOperations();

describe('nothing is unclassified', () => {
  test('among the types of the schema and their fields', () => {
    const types = Object.values(schema.getTypeMap()).filter(
      (type): type is GraphQLObjectType => isObjectType(type) && !type.name.startsWith('__'),
    );
    const roots = ['Query', 'Mutation', 'Subscription'];
    const present = types
      .filter(({ name }) => !roots.includes(name))
      .map((type) => [type.name, Object.keys(type.getFields()).toSorted()]);
    expect(Object.fromEntries(present)).toEqual(
      Object.fromEntries([...TYPES].map(([name, [, fields]]) => [name, fields])),
    );
  });

  test('among the queries, mutations and subscriptions', () => {
    const subscriptions = Object.keys(schema.getSubscriptionType()?.getFields() ?? {});
    const present = rootFields(schema).flatMap(({ name, isAdmin }) => (isAdmin ? [] : [name]));
    expect([...present, ...subscriptions].toSorted()).toEqual(Object.values(ROOT_FIELDS).flat().toSorted());
  });

  test('among the routes of REST: a write has the rule of its field', () => {
    const writes = new Set(ROOT_FIELDS.written);
    const present = operations
      .filter(({ rootFields: fields }) => !fields.every((field) => writes.has(field)))
      .map(({ method, path }) => `${method} ${path}`);
    expect(present.toSorted()).toEqual(Object.values(ROUTES).flat().toSorted());
  });

  test('and what is given out by a guarded field is guarded', () => {
    const fields = { ...schema.getQueryType()?.getFields(), ...schema.getMutationType()?.getFields() };
    const unguarded = Object.values(fields).filter(({ name, type }) => {
      const rule = TYPES.get(getNamedType(type).name)?.[0];
      return rule === 'guarded' && ![...ROOT_FIELDS.guarded, ...ROOT_FIELDS.written].includes(name);
    });
    expect(unguarded.map(({ name }) => name)).toEqual([]);
  });
});
