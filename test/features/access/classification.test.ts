import { beforeAll, describe, expect, test } from 'vitest';
import { useService, useSite } from '../../support/use-service.ts';
import { ROOT_FIELDS, ROUTES } from './classification.root-fields.ts';
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

describe('every guarded field and route gives out what the caller may see, and nothing else', () => {
  test('all of them are asked', () => {
    expect(Object.keys(FIELD_CALLS).toSorted()).toEqual(ROOT_FIELDS.guarded.toSorted());
    expect(Object.keys(ROUTE_CALLS).toSorted()).toEqual(ROUTES.guarded.toSorted());
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
