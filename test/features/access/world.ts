import type { AccessLevel } from '../../../src/access/access-level.ts';
import type { Tier } from '../../../src/access/access-level.ts';
import type { TestService } from '../../support/service.ts';
import { TestSite } from '../../support/site.ts';
import { Admin } from '../site/admin.ts';

/** What is to stand on a site. Every text has a word of its own, `secret<n>`, that only who may see it must ever get. */
export interface Plan {
  kind: 'item' | 'document';
  level: AccessLevel;
  required?: readonly string[];
  /** Words of its text besides its secret and the word that all texts have. */
  words?: readonly string[];
  /** Items only: positions of items that its field `related` names; those that come later are left out. */
  references?: readonly number[];
  /** Items only: a draft exists for keys with the scope `preview` alone, and is in searches with `preview` alone. */
  draft?: boolean;
}

export interface Thing extends Required<Plan> {
  id: string;
  title: string;
  secret: string;
}

export interface Subscription {
  slug: string;
  grants: readonly string[];
}

export interface World {
  site: TestSite;
  catalogue: readonly Subscription[];
  things: readonly Thing[];
  /** Public items that no search finds: the first one's `related` names all items, each other's `related` the one before it. */
  hubs: readonly string[];
  /** Whether its key has the scope `preview`. */
  previews: boolean;
}

export interface User {
  tier?: Tier;
  /** ISO 8601. */
  expiry?: string;
  subscriptions?: readonly string[];
}

/** In every text, so that a search for it finds whatever the caller may see. */
export const COMMON_WORD = 'lantern';

const HUBS = 3;
const AT_ONCE = 6;

/** A new site with all this on it, searchable. */
export async function buildWorld(
  service: TestService,
  plans: readonly Plan[],
  catalogue: readonly Subscription[],
): Promise<World> {
  const site = await service.site();
  const named = catalogue.map((subscription) => ({ ...subscription, name: subscription.slug }));
  const { errors } = await new Admin(service).updateSite(site.id, { subscriptions: named });
  if (errors) throw new Error(JSON.stringify(errors));
  await site.create('/content-types', {
    name: 'Node',
    slug: 'node',
    fields: [{ name: 'related', label: 'Related', type: 'references' }],
  });
  const things: Thing[] = [];
  for (const [index, plan] of plans.entries()) things.push(await create(site, plan, index, things));
  const hubs = await createHubs(
    site,
    things.filter(({ kind }) => kind === 'item').map(({ id }) => id),
  );
  await site.indexed();
  return { site, catalogue, things, hubs, previews: true };
}

/** The same site through a key with the scope `read` alone. */
export async function delivered(world: World): Promise<World> {
  const { service, id } = world.site;
  const { data } = await new Admin(service).createApiKey(id, { name: 'delivery', scopes: ['read'] });
  if (!data) throw new Error('There is no delivery key');
  return { ...world, site: new TestSite(service, id, data.createApiKey.secret), previews: false };
}

/** Whether the thing exists for the key of the world, whatever its access level. */
export function exists({ previews }: World, { draft }: Thing): boolean {
  return previews || !draft;
}

/** The header of a request of this user; without one, of the API key alone. */
export async function headersOf(site: TestSite, user: User | null): Promise<Record<string, string>> {
  if (!user) return {};
  const { tier, expiry, subscriptions } = user;
  const claims = { uid: 'user', membershipTier: tier, membershipExpiry: expiry, subscriptions };
  return { authorization: `Bearer ${await site.service.token(site.id, claims)}` };
}

/** Runs `work` for all of them, a few at a time. */
export async function inBatches<T, R>(all: readonly T[], work: (one: T) => Promise<R>): Promise<R[]> {
  const answers: R[] = [];
  for (let from = 0; from < all.length; from += AT_ONCE) {
    answers.push(...(await Promise.all(all.slice(from, from + AT_ONCE).map(work))));
  }
  return answers;
}

async function create(site: TestSite, plan: Plan, index: number, before: readonly Thing[]): Promise<Thing> {
  const { level, required = [], words = [], references = [] } = plan;
  const draft = plan.kind === 'item' && (plan.draft ?? false);
  const number = String(index).padStart(3, '0');
  const thing = { ...plan, required, words, references, draft, title: `thing ${number}`, secret: `secret${number}` };
  const text = `Here are ${[COMMON_WORD, thing.secret, ...words].join(', ')}.`;
  const access = { title: thing.title, accessLevel: level, requiredSubscriptions: required };
  if (plan.kind === 'document') {
    const { id } = await site.create('/knowledge/documents', { ...access, content: text });
    return { ...thing, id };
  }
  const named = references.filter((at) => before[at]?.kind === 'item');
  const { _id: id } = await site.create('/content', {
    ...access,
    externalId: thing.title,
    type: 'node',
    status: draft ? 'draft' : 'published',
    content: text,
    url: `https://example.org/${thing.secret}`,
    metadata: { note: thing.secret },
    customFields: { note: thing.secret, related: named.map((at) => before[at]?.id) },
    videoMetadata: { duration: 60, streamUrl: `https://example.org/${thing.secret}` },
  });
  return { ...thing, references: named, id };
}

async function createHubs(site: TestSite, items: readonly string[]): Promise<string[]> {
  const hubs: string[] = [];
  for (let related = items; hubs.length < HUBS; related = hubs.slice(-1)) {
    const name = `hub ${hubs.length}`;
    const { _id } = await site.create('/content', {
      externalId: name,
      type: 'node',
      title: name,
      status: 'published',
      aiIndexed: false,
      customFields: { related },
    });
    hubs.push(_id);
  }
  return hubs;
}
