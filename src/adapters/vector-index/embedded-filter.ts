import type { IndexFilter } from '../../ports/vector-index.ts';
import { storedLevels } from './stored-level.ts';
import type { EntryFilter, SiteIndexEntry } from './site-index.ts';

type Condition = (entry: SiteIndexEntry) => boolean;
type Verdict = Condition | 'nothing' | 'anything';

/** Undefined if nothing can match: an empty list of choices, or a viewer without access to anything. */
export function compileFilter(filter: IndexFilter): EntryFilter | undefined {
  const access = mayView(filter.access);
  const conditions = [
    filter.contentTypes ? oneOf(filter.contentTypes, ({ contentType }) => contentType) : 'anything',
    filter.sources ? oneOf(filter.sources, ({ sourceId }) => sourceId) : 'anything',
    access,
  ];
  if (conditions.includes('nothing')) return undefined;
  const compiled = conditions.filter((condition): condition is Condition => typeof condition === 'function');
  return {
    matches: (entry) => compiled.every((condition) => condition(entry)),
    mayView: typeof access === 'function' ? access : () => true,
  };
}

function oneOf(values: readonly string[], of: (entry: SiteIndexEntry) => string): Condition | 'nothing' {
  if (values.length === 0) return 'nothing';
  const allowed = new Set(values);
  return (entry) => allowed.has(of(entry));
}

function mayView(access: IndexFilter['access']): Verdict {
  if (!access) return 'anything';
  const byLevel = levelOpen(storedLevels(access.levels, access.unpublished));
  const bySubscription = subscriptionHeld(access.subscriptions, storedLevels(['subscription'], access.unpublished));
  if (byLevel === 'nothing' || bySubscription === 'nothing') return byLevel === 'nothing' ? bySubscription : byLevel;
  return (entry) => byLevel(entry) || bySubscription(entry);
}

function levelOpen(levels: readonly string[]): Condition | 'nothing' {
  return oneOf(levels, ({ accessLevel }) => accessLevel);
}

/** @param levels of chunks that require a subscription */
function subscriptionHeld(subscriptions: readonly string[] | '*', levels: readonly string[]): Condition | 'nothing' {
  const level = levelOpen(levels);
  if (subscriptions === '*' || level === 'nothing') return level;
  if (subscriptions.length === 0) return 'nothing';
  const held = new Set(subscriptions);
  return (entry) => level(entry) && entry.requiredSubscriptions.some((required) => held.has(required));
}
