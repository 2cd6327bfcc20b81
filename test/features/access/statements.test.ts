import { beforeAll, expect, test } from 'vitest';
import { useOwnService } from '../../support/use-service.ts';
import { statementsOf } from '../../support/statements.ts';
import type { AccessLevel } from '../../../src/features/access/access-level.ts';
import { type Plan, type World, buildWorld, headersOf } from './world.ts';

/** Three levels of three items below the hundred, the first of each open to all, the last to holders of gold only. */
const BELOW = 9;
const LISTED = 100;

interface Item {
  customFields: { related?: (Item | string)[] };
}

const service = useOwnService();
let world: World;

beforeAll(async () => {
  const below = Array.from({ length: BELOW }, (_, index): Plan => {
    const level = (['public', 'authenticated', 'subscription'] as const)[index % 3] ?? 'public';
    return item(level, index - (index % 3));
  });
  const plans = [...below, ...Array.from({ length: LISTED }, () => item('premium', BELOW))];
  world = await buildWorld(service, plans, [{ slug: 'all', grants: ['gold'] }]);
});

/** An item that names the three before a position. */
function item(level: AccessLevel, before: number): Plan {
  return { kind: 'item', level, required: ['gold'], references: [before - 3, before - 2, before - 1], draft: true };
}

function depthOf({ customFields }: Item): number {
  const below = (customFields.related ?? []).flatMap((one) => (typeof one === 'string' ? [] : depthOf(one)));
  return 1 + Math.max(0, ...below);
}

test.each([
  ['a premium user', { tier: 'premium' as const }],
  ['a premium user who holds what all of them require', { tier: 'premium' as const, subscriptions: ['all'] }],
])('%s: a list of 100 items, expanded three levels deep, takes as many statements as one of 1', async (_name, user) => {
  const headers = await headersOf(world.site, user);
  const list = async (limit: number) => {
    const query = `accessLevel=premium&expand=true&limit=${limit}`;
    const { answer, statements } = await statementsOf(() => world.site.get<Item[]>(`/content?${query}`, headers));
    // Of a list that was asked for before.
    return { items: answer.body.data, statements: statements.filter((text) => !text.includes('site_revision')) };
  };
  await list(1);
  const one = await list(1);
  const hundred = await list(LISTED);
  expect(one.items).toHaveLength(1);
  expect(hundred.items).toHaveLength(LISTED);
  expect(Math.max(...one.items.map(depthOf))).toBe(4);
  expect(hundred.statements).toEqual(one.statements);
});
