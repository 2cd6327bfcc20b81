import {
  type GraphQLFieldConfigMap,
  GraphQLObjectType,
  type GraphQLOutputType,
  GraphQLSchema,
  GraphQLString,
  isObjectType,
} from 'graphql';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Visibility, assertVisibilityDeclared, findVisibility } from '../../../src/api/visible.ts';
import { apiSchema, restOperations } from '../../support/api-schema.ts';
import { useService, useSite } from '../../support/use-service.ts';
import { FIELD_CALLS, ROUTE_CALLS } from './guarded-calls.ts';
import { ALL_SEEING, GuardedSite } from './guarded-site.ts';
import { maySee } from './oracle.ts';
import { type User, headersOf } from './world.ts';

const CALLERS: [string, User | null][] = [
  ['the API key alone', null],
  ['a free user', {}],
  ['a premium user', { tier: 'premium' }],
  ['a premium user whose membership is over', { tier: 'premium', expiry: '2001-02-03T04:05:06Z' }],
  ['a holder of gold', { subscriptions: ['gold'] }],
];

const service = useService();
const site = useSite(service);
const guarded = new GuardedSite(site);

beforeAll(() => guarded.create(), 60_000);

/** What tells of no text, or of as much as a model chooses: that nothing restricted comes is all that can be asked. */
const SILENT = [
  'contentAccess',
  'contentVersions',
  'GET /content/:id/versions',
  'chat',
  'chatSession',
  'chatStream',
  'POST /agent/chat',
];

const guardedFields = [apiSchema.getQueryType(), apiSchema.getMutationType(), apiSchema.getSubscriptionType()]
  .filter(isObjectType)
  .flatMap((type) => Object.values(type.getFields()).filter((field) => findVisibility(type, field) === 'guarded'))
  .map(({ name }) => name);

describe('every guarded field and route gives out what the caller may see, and nothing else', () => {
  test('all of them are asked', () => {
    const routes = restOperations().filter(({ rootFields }) =>
      rootFields.some((field) => guardedFields.includes(field)),
    );
    expect(Object.keys(FIELD_CALLS).toSorted()).toEqual(guardedFields.toSorted());
    expect(Object.keys(ROUTE_CALLS).toSorted()).toEqual(
      routes.map(({ method, path }) => `${method} ${path}`).toSorted(),
    );
  });

  const calls = Object.entries({ ...FIELD_CALLS, ...ROUTE_CALLS }).map(([name, call]) => ({ name, call }));

  test.each(calls)('$name', async ({ name, call }) => {
    const everything = await call(guarded, await headersOf(site, ALL_SEEING));
    const told = guarded.things.filter(({ secret }) => everything.includes(secret));
    if (!SILENT.includes(name))
      expect(told.map(({ level }) => level)).toEqual(expect.arrayContaining(['public', 'premium']));
    for (const [caller, user] of CALLERS) {
      const answer = await call(guarded, await headersOf(site, user));
      const shown = guarded.things.filter(({ secret }) => answer.includes(secret));
      const seen = shown.every((thing) => maySee(user, thing, []));
      expect([caller, shown.map(({ level }) => level), seen]).toEqual([caller, shown.map(({ level }) => level), true]);
      if (SILENT.includes(name)) continue;
      // What comes out for who may see everything comes out for this caller, too, as far as it may be seen.
      expect(shown).toEqual(told.filter((thing) => maySee(user, thing, [])));
    }
  });
});

describe('the visibility of a field', () => {
  const typeOf = (visibility: Visibility | 'part' | null, fields: GraphQLFieldConfigMap<unknown, unknown> = {}) =>
    new GraphQLObjectType({
      name: `A_${visibility}_type`,
      extensions: visibility ? { visibility } : {},
      fields: { text: { type: GraphQLString }, ...fields },
    });
  const assertQuery = (type: GraphQLOutputType, extensions: Record<string, unknown> = { scope: 'read' }) =>
    assertVisibilityDeclared(
      new GraphQLSchema({ query: new GraphQLObjectType({ name: 'Query', fields: { asked: { type, extensions } } }) }),
    );

  test('is declared at each type of the schema', () => {
    expect(() => assertVisibilityDeclared(apiSchema)).not.toThrow();
    expect(() => assertQuery(typeOf('site', { of: { type: typeOf(null) } }))).toThrow('without @Visible: A_null_type');
  });

  test('is known of each root field', () => {
    expect(() => assertQuery(GraphQLString)).toThrow('without @Visible: Query.asked');
    expect(() => assertQuery(typeOf('part'))).toThrow('without @Visible: Query.asked');
    expect(() => assertQuery(GraphQLString, { scope: 'read', visibility: 'caller' })).not.toThrow();
    expect(() => assertQuery(typeOf('part', { of: { type: typeOf('guarded') } }))).not.toThrow();
    const query = typeOf('site');
    const mutation = new GraphQLObjectType({
      name: 'Mutation',
      fields: { reads: { type: query, extensions: { scope: 'read' } } },
    });
    expect(() => assertVisibilityDeclared(new GraphQLSchema({ query, mutation }))).toThrow('Mutation.reads');
  });

  test('is that of what it gives out, also as a part of something else', () => {
    const holder = typeOf('part', { of: { type: typeOf('guarded') } });
    for (const type of [typeOf('guarded'), holder]) {
      expect(() => assertQuery(type, { scope: 'read', visibility: 'site' })).toThrow(
        'more than their @Visible: Query.asked',
      );
      expect(() => assertQuery(typeOf('site', { of: { type } }))).toThrow('A_site_type.of');
      const declaring = { of: { type, extensions: { visibility: 'guarded' } } };
      expect(() => assertQuery(typeOf('site', declaring))).not.toThrow();
      expect(() => assertQuery(type, { scope: ['read', 'write'] })).not.toThrow();
    }
  });
});
