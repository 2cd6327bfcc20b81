import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { useService } from '../../support/use-service.ts';
import { Admin } from '../site/admin.ts';
import { Reader } from './reader.ts';
import { COMMON_WORD, type Plan, type User, type World, buildWorld, headersOf } from './world.ts';
import { found } from './surfaces.ts';

const PLANS: Record<string, Plan> = {
  public: { kind: 'document', level: 'public' },
  authenticated: { kind: 'document', level: 'authenticated' },
  premium: { kind: 'document', level: 'premium' },
  gold: { kind: 'document', level: 'subscription', required: ['gold'] },
  bronze: { kind: 'document', level: 'subscription', required: ['bronze'] },
};

const CATALOGUE = [
  { slug: 'bundle', grants: ['silver'] },
  { slug: 'silver', grants: ['gold'] },
  { slug: 'everything', grants: ['*'] },
];

describe('context.user of a search', () => {
  const service = useService();
  let world: World;

  beforeAll(async () => {
    world = await buildWorld(service, Object.values(PLANS), CATALOGUE);
  });

  async function names(user: User | null, claim: unknown): Promise<string[]> {
    const reader = new Reader(world.site, await headersOf(world.site, user));
    const shown = await found(reader, { query: COMMON_WORD, context: { user: claim } });
    return Object.keys(PLANS).filter((_name, index) => shown.includes(world.things[index]?.id ?? ''));
  }

  const PRO: User = { tier: 'pro', subscriptions: ['gold', 'bronze'] };
  const BUNDLE: User = { subscriptions: ['bundle'] };
  const ALL: User = { subscriptions: ['everything'] };

  test.each<[string, User | null, unknown, string]>([
    ['subscriptions without a token open nothing', null, { isAuthenticated: true, subscriptions: ['gold'] }, 'public'],
    [
      'fewer subscriptions than the token narrow',
      PRO,
      { subscriptions: ['gold'] },
      'public authenticated premium gold',
    ],
    ['other subscriptions open nothing', BUNDLE, { subscriptions: ['bronze'] }, 'public authenticated'],
    ['not authenticated narrows to what is public', PRO, { isAuthenticated: false }, 'public'],
    ['nothing said narrows nothing', PRO, {}, 'public authenticated premium gold bronze'],
    ['no object narrows nothing', PRO, 'a text', 'public authenticated premium gold bronze'],
    ['a list that is none narrows nothing', BUNDLE, { subscriptions: 'bronze' }, 'public authenticated gold'],
    ['a subscription keeps what it grants', BUNDLE, { subscriptions: ['bundle'] }, 'public authenticated gold'],
    ['one of those granted is enough', BUNDLE, { subscriptions: ['silver'] }, 'public authenticated gold'],
    ['a holder of all is narrowed to one', ALL, { subscriptions: ['bronze'] }, 'public authenticated bronze'],
    ['a holder of all keeps all', ALL, { subscriptions: ['everything'] }, 'public authenticated gold bronze'],
    ['claiming all opens no more than is held', BUNDLE, { subscriptions: ['everything'] }, 'public authenticated gold'],
    ['a star is no subscription', ALL, { subscriptions: ['*'] }, 'public authenticated'],
  ])('%s', async (_name, user, claim, expected) => {
    expect((await names(user, claim)).join(' ')).toBe(expected);
  });

  describe('on a site that trusts its callers', () => {
    beforeAll(async () => {
      await new Admin(service).updateSite(world.site.id, { trustCallerUser: true });
    });
    afterAll(async () => {
      await new Admin(service).updateSite(world.site.id, { trustCallerUser: false });
    });

    test.each<[string, User | null, unknown, string]>([
      ['subscriptions count as held, at tier free', null, { subscriptions: ['gold'] }, 'public authenticated gold'],
      ['they bring what they grant', null, { subscriptions: ['bundle'] }, 'public authenticated gold'],
      ['one may grant all', null, { subscriptions: ['everything'] }, 'public authenticated gold bronze'],
      ['a star is no subscription', null, { subscriptions: ['*'] }, 'public authenticated'],
      ['a user without subscriptions is authenticated', null, { isAuthenticated: true }, 'public authenticated'],
      [
        'a user who is not authenticated has public access',
        null,
        { isAuthenticated: false, subscriptions: ['gold'] },
        'public',
      ],
      ['a user without properties has public access', null, {}, 'public'],
      ['no user has public access', null, undefined, 'public'],
      ['a token counts alone', BUNDLE, { subscriptions: ['bronze'] }, 'public authenticated'],
    ])('%s', async (_name, user, claim, expected) => {
      expect((await names(user, claim)).join(' ')).toBe(expected);
    });
  });
});
