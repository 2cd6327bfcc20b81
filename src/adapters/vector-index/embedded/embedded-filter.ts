import type { IndexFilter } from '../../../ports/vector-index.ts';
import { storedLevels } from '../stored-level.ts';
import type { EntryFilter, SiteIndexEntry } from './site-index.ts';

type Condition = (entry: SiteIndexEntry) => boolean;

const ANYTHING: Condition = () => true;
const NOTHING: Condition = () => false;

/** Undefined if nothing can match: an empty list of choices, or a viewer without access to anything. */
export function compileFilter({ contentTypes, sources, access }: IndexFilter): EntryFilter | undefined {
  const view = mayView(access);
  const conditions = [
    oneOf(contentTypes, ({ contentType }) => contentType),
    oneOf(sources, ({ sourceId }) => sourceId),
    view,
  ].filter((condition) => condition !== ANYTHING);
  if (conditions.includes(NOTHING)) return undefined;
  return { matches: (entry) => conditions.every((condition) => condition(entry)), mayView: view };
}

function oneOf(values: readonly string[] | undefined, of: (entry: SiteIndexEntry) => string): Condition {
  if (!values) return ANYTHING;
  if (values.length === 0) return NOTHING;
  const allowed = new Set(values);
  return (entry) => allowed.has(of(entry));
}

function mayView(access: IndexFilter['access']): Condition {
  if (!access) return ANYTHING;
  const byLevel = levelOpen(storedLevels(access.levels, access.unpublished));
  const bySubscription = subscriptionHeld(access.subscriptions, storedLevels(['subscription'], access.unpublished));
  if (bySubscription === NOTHING) return byLevel;
  return byLevel === NOTHING ? bySubscription : (entry) => byLevel(entry) || bySubscription(entry);
}

function levelOpen(levels: readonly string[]): Condition {
  return oneOf(levels, ({ accessLevel }) => accessLevel);
}

/** @param levels of chunks that require a subscription */
function subscriptionHeld(subscriptions: readonly string[] | '*', levels: readonly string[]): Condition {
  const level = levelOpen(levels);
  if (subscriptions === '*') return level;
  if (subscriptions.length === 0) return NOTHING;
  const held = new Set(subscriptions);
  return (entry) => level(entry) && entry.requiredSubscriptions.some((required) => held.has(required));
}
