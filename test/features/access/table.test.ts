import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { ACCESS_LEVELS, type AccessLevel } from '../../../src/access/access-level.ts';
import { useService } from '../../support/use-service.ts';
import { Reader, RequestError } from './reader.ts';
import { SURFACES, expectedFigures, figures } from './surfaces.ts';
import { type Plan, type Subscription, type Thing, type User, type World, buildWorld, headersOf } from './world.ts';

/** The rule. `subscription` stands for an item that requires gold or platinum. docs/access.md shows the same table. */
const TABLE = `
| caller                                    | public | authenticated | premium | subscription |
|-------------------------------------------|--------|---------------|---------|--------------|
| API key only                              | yes    | 401           | 403     | 403          |
| user of tier free                         | yes    | yes           | 403     | 403          |
| user of tier basic                        | yes    | yes           | 403     | 403          |
| user of tier premium                      | yes    | yes           | yes     | 403          |
| user of tier pro                          | yes    | yes           | yes     | 403          |
| premium, expired                          | yes    | yes           | 403     | 403          |
| pro, expired, holder of gold              | yes    | yes           | 403     | yes          |
| holder of platinum                        | yes    | yes           | 403     | yes          |
| holder of bundle → silver → gold          | yes    | yes           | 403     | yes          |
| holder of everything → *                  | yes    | yes           | 403     | yes          |
| premium, holder of bronze                 | yes    | yes           | yes     | 403          |
| user of another site                      | token  | token         | token   | token        |
| token that has expired                    | token  | token         | token   | token        |
| token that is none                        | token  | token         | token   | token        |
`.trim();

const REFUSALS: Record<AccessLevel, { status: number; error: string } | null> = {
  public: null,
  authenticated: { status: 401, error: 'Firebase authentication required' },
  premium: { status: 403, error: 'Premium membership required' },
  subscription: { status: 403, error: 'Subscription required: gold' },
};
const TOKEN_REFUSED = 'Firebase token is invalid or expired';

const CATALOGUE: readonly Subscription[] = [
  { slug: 'gold', grants: [] },
  { slug: 'silver', grants: ['gold'] },
  { slug: 'bundle', grants: ['silver', 'bundle'] },
  { slug: 'everything', grants: ['*'] },
  { slug: 'bronze', grants: ['tin'] },
];

const LAST_YEAR = '2020-01-01T00:00:00Z';
const USERS: Record<string, User | null> = {
  'API key only': null,
  'user of tier free': { tier: 'free' },
  'user of tier basic': { tier: 'basic' },
  'user of tier premium': { tier: 'premium' },
  'user of tier pro': { tier: 'pro', expiry: '2999-01-01T00:00:00Z' },
  'premium, expired': { tier: 'premium', expiry: LAST_YEAR },
  'pro, expired, holder of gold': { tier: 'pro', expiry: LAST_YEAR, subscriptions: ['gold'] },
  'holder of platinum': { subscriptions: ['platinum'] },
  'holder of bundle → silver → gold': { subscriptions: ['bundle'] },
  'holder of everything → *': { subscriptions: ['everything'] },
  'premium, holder of bronze': { tier: 'premium', subscriptions: ['bronze', '*'] },
};

/** The subscriptions that the API reports for them, where these differ from those in their tokens. */
const HELD: Record<string, string[]> = {
  'holder of bundle → silver → gold': ['bundle', 'silver', 'gold'],
  'holder of everything → *': CATALOGUE.map(({ slug }) => slug),
  'premium, holder of bronze': ['bronze', 'tin'],
};

const rows = TABLE.split('\n').slice(2).map(cells);
const levels = cells(TABLE.split('\n')[0] ?? '').slice(1) as AccessLevel[];
const believed = rows.filter((row) => row[1] !== 'token').map(([caller = '', ...row]) => ({ caller, row }));
const refused = rows.filter((row) => row[1] === 'token').map(([caller = '']) => caller);

function cells(line: string): string[] {
  return line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());
}

describe('the access table', () => {
  const service = useService();
  let world: World;
  let other: World['site'];

  beforeAll(async () => {
    const plans = ACCESS_LEVELS.flatMap((level): Plan[] => {
      const required = level === 'subscription' ? ['gold', 'platinum'] : [];
      const item: Plan = { kind: 'item', level, required };
      return [item, { ...item, draft: true }, { kind: 'document', level, required }];
    });
    world = await buildWorld(service, plans, CATALOGUE);
    other = await service.site('Another site');
  });

  const headersFor = async (caller: string): Promise<Record<string, string>> => {
    const user = USERS[caller];
    if (user !== undefined) return headersOf(world.site, user);
    if (caller === 'user of another site') return headersOf(other, { tier: 'pro', subscriptions: ['everything'] });
    if (caller === 'token that is none') return { authorization: 'Bearer gold' };
    const token = await service.token(world.site.id, { uid: 'u', membershipTier: 'pro', expiresInSeconds: -60 });
    return { authorization: `Bearer ${token}` };
  };
  const readerFor = async (caller: string) => new Reader(world.site, await headersFor(caller));
  const answerTo = async (caller: string, path: string) => world.site.get(path, await headersFor(caller));

  describe.each(believed)('$caller', ({ caller, row }) => {
    const cell = (level: AccessLevel) => row[levels.indexOf(level)];
    const sees = ({ level }: Thing) => cell(level) === 'yes';

    test.each(SURFACES)('$name', async ({ of, hasTeasers, shown }) => {
      const reader = await readerFor(caller);
      const expected = world.things
        .filter((thing) => of(thing) && (hasTeasers || sees(thing)))
        .map(({ title }) => title);
      const titles = new Map(world.things.map(({ id, title }) => [id, title]));
      expect((await shown(reader, world)).map((id) => titles.get(id)).toSorted()).toEqual(expected.toSorted());
      expect(world.things.filter((thing) => !sees(thing) && reader.got(thing.secret))).toEqual([]);
    });

    test('totals and summaries', async () => {
      expect(await figures(await readerFor(caller))).toEqual(expectedFigures(world, sees));
    });

    test.each(levels)('GET by id and _access of level %s', async (level) => {
      const refusal = cell(level) === 'yes' ? null : REFUSALS[level];
      if (refusal) expect(String(refusal.status)).toBe(cell(level));
      for (const thing of world.things.filter((one) => one.level === level)) {
        const path = thing.kind === 'item' ? '/content' : '/knowledge/documents';
        const { status, body } = await answerTo(caller, `${path}/${thing.id}`);
        expect({ status, error: body.error ?? null }).toEqual(refusal ?? { status: 200, error: null });
        if (status === 401) expect(Object.keys(body).toSorted()).toEqual(['error', 'success']);
        if (status === 403) {
          expect(body).toEqual({
            success: false,
            error: refusal?.error,
            accessLevel: level,
            requiredSubscriptions: thing.required,
            userTier: USERS[caller]?.expiry === LAST_YEAR ? 'free' : (USERS[caller]?.tier ?? 'free'),
            userSubscriptions: HELD[caller] ?? USERS[caller]?.subscriptions ?? [],
            isAuthenticated: caller !== 'API key only',
          });
        }
      }
      const { body } = await answerTo(caller, `/content?includeRestricted=true&accessLevel=${level}&search=thing`);
      const list = body.data as unknown as { _access: unknown }[];
      expect(list).toHaveLength(2);
      for (const { _access: access } of list) {
        expect(access).toEqual({
          level,
          ...(level === 'subscription' ? { requiredSubscriptions: ['gold', 'platinum'] } : {}),
          granted: refusal === null,
          reason: refusal?.error ?? null,
        });
      }
    });
  });

  describe.each(refused)('%s', (caller) => {
    test.each(SURFACES)('$name is 401', async ({ shown }) => {
      const asked = shown(await readerFor(caller), world);
      await expect(asked).rejects.toThrow(TOKEN_REFUSED);
      await expect(asked).rejects.toBeInstanceOf(RequestError);
    });

    test('lists and figures are 401', async () => {
      await expect(figures(await readerFor(caller))).rejects.toThrow(TOKEN_REFUSED);
    });

    test('REST says 401 with the text and nothing else, whatever the level', async () => {
      for (const { kind, id } of world.things) {
        const { status, body } = await answerTo(
          caller,
          `${kind === 'item' ? '/content' : '/knowledge/documents'}/${id}`,
        );
        expect({ status, body }).toEqual({ status: 401, body: { success: false, error: TOKEN_REFUSED } });
      }
    });

    test('/user/subscriptions takes it for no token', async () => {
      const { status, body } = await answerTo(caller, '/user/subscriptions');
      expect({ status, body }).toMatchObject({ status: 200, body: { success: true, isAuthenticated: false } });
    });
  });

  test('every level has its column, every user its row', () => {
    expect(levels).toEqual(ACCESS_LEVELS);
    expect(believed.map(({ caller }) => caller)).toEqual(Object.keys(USERS));
    expect(refused).toHaveLength(3);
  });

  test('docs/access.md shows this table', () => {
    expect(readFileSync('docs/access.md', 'utf8').split('\n')).toEqual(expect.arrayContaining(TABLE.split('\n')));
  });
});
