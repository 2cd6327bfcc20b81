import * as fc from 'fast-check';
import { ACCESS_LEVELS } from '../../../../src/access/access-level.ts';
import { TIERS } from '../../../../src/access/access-level.ts';
import type { Plan, Subscription, User } from '../../../features/access/world.ts';

/** What is drawn at random for a site. */
export interface RandomWorld {
  catalogue: Subscription[];
  plans: Plan[];
  /** Null: the API key alone. */
  users: (User | null)[];
  /** Searched for by each of them. */
  queries: string[];
}

const SLUGS = ['gold', 'silver', 'bronze', 'iron', 'tin'];
/** Items require it and users hold it, but no catalogue has it. */
const UNLISTED = 'lead';
const WORDS = ['harbour', 'orchard', 'granite', 'violin', 'saffron'];

const THINGS = 34;
const USERS = 9;

const subscriptions = (minLength = 0) => fc.subarray([...SLUGS, UNLISTED], { minLength, maxLength: 3 });

/** Each grants any others, itself included, so that cycles of every length come up; one in ten grants all. */
const catalogue = fc
  .subarray(SLUGS, { minLength: 2 })
  .chain((slugs) =>
    fc.tuple(...slugs.map((slug) => grants().map((granted): Subscription => ({ slug, grants: granted })))),
  );

function grants(): fc.Arbitrary<string[]> {
  return fc.oneof(
    { weight: 9, arbitrary: fc.subarray([...SLUGS, UNLISTED], { maxLength: 2 }) },
    { weight: 1, arbitrary: fc.constant<string[]>(['*']) },
  );
}

const plan: fc.Arbitrary<Plan> = fc.constantFrom(...ACCESS_LEVELS, 'subscription' as const).chain((level) =>
  fc.record({
    kind: fc.constantFrom('item' as const, 'item' as const, 'document' as const),
    level: fc.constant(level),
    // Of other levels, too: there they must mean nothing.
    required: subscriptions(level === 'subscription' ? 1 : 0),
    words: fc.subarray(WORDS),
    references: fc.uniqueArray(fc.nat(THINGS - 1), { maxLength: 3 }),
    draft: fc.nat(4).map((one) => one === 0),
  }),
);

const user: fc.Arbitrary<User> = fc.record(
  {
    tier: fc.constantFrom(...TIERS),
    expiry: fc.constantFrom('2001-02-03T04:05:06Z', '2099-01-01T00:00:00Z', '2024-02-29'),
    subscriptions: fc.subarray([...SLUGS, UNLISTED, '*'], { maxLength: 2 }),
  },
  { requiredKeys: [] },
);

export const randomWorld: fc.Arbitrary<RandomWorld> = fc.record({
  catalogue,
  plans: fc.array(plan, { minLength: THINGS, maxLength: THINGS, size: 'max' }),
  users: fc.array(user, { minLength: USERS, maxLength: USERS, size: 'max' }).map((users) => [null, ...users]),
  queries: fc.subarray(WORDS, { minLength: 2, maxLength: 2 }),
});
