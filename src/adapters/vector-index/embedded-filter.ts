import type { IndexFilter } from '../../ports/vector-index.ts';
import { storedLevels } from './stored-level.ts';
import { encodeValue } from './filter-values.ts';
import type { KeywordEntry } from './keyword-index.ts';

/**
 * An index filter in both forms of the embedded index: an expression for the collection and a predicate for the keyword
 * index. Each condition is defined once, below, as a pair.
 */
export interface CompiledFilter extends Condition {
  /** Only the access rule. */
  mayView: (entry: KeywordEntry) => boolean;
}

interface Condition {
  expression: string;
  matches: (entry: KeywordEntry) => boolean;
}

/** Undefined if nothing can match: an empty list of choices, or a viewer without access to anything. */
export function compileFilter(siteId: string, filter: IndexFilter): CompiledFilter | undefined {
  const access = mayView(filter.access);
  const conditions = [
    { expression: equals('site', siteId), matches: () => true },
    oneOf('contentType', filter.contentTypes, ({ contentType }) => contentType),
    oneOf('source', filter.sources, ({ sourceId }) => sourceId),
    access,
  ];
  if (conditions.includes('nothing')) return undefined;
  const compiled = conditions.filter((condition): condition is Condition => typeof condition === 'object');
  return {
    expression: compiled.map((condition) => condition.expression).join(' and '),
    matches: (entry) => compiled.every((condition) => condition.matches(entry)),
    mayView: typeof access === 'object' ? access.matches : () => true,
  };
}

export function equals(field: string, value: string): string {
  return `${field} = '${encodeValue(value)}'`;
}

type Verdict = Condition | 'nothing' | 'anything';

function oneOf(field: string, values: readonly string[] | undefined, of: (entry: KeywordEntry) => string): Verdict {
  if (!values) return 'anything';
  if (values.length === 0) return 'nothing';
  const allowed = new Set(values);
  return { expression: `${field} in (${literals(values)})`, matches: (entry) => allowed.has(of(entry)) };
}

function mayView(access: IndexFilter['access']): Verdict {
  if (!access) return 'anything';
  const byLevel = levelOpen(storedLevels(access.levels, access.unpublished));
  const bySubscription = subscriptionHeld(access.subscriptions, storedLevels(['subscription'], access.unpublished));
  if (byLevel === 'nothing' || bySubscription === 'nothing') return byLevel === 'nothing' ? bySubscription : byLevel;
  return {
    expression: `(${byLevel.expression} or ${bySubscription.expression})`,
    matches: (entry) => byLevel.matches(entry) || bySubscription.matches(entry),
  };
}

function levelOpen(levels: readonly string[]): Condition | 'nothing' {
  if (levels.length === 0) return 'nothing';
  const open = new Set(levels);
  return { expression: `access in (${literals(levels)})`, matches: (entry) => open.has(entry.accessLevel) };
}

/** @param levels of chunks that require a subscription */
function subscriptionHeld(subscriptions: readonly string[] | '*', levels: readonly string[]): Condition | 'nothing' {
  const level = levelOpen(levels);
  if (subscriptions === '*' || level === 'nothing') return level;
  if (subscriptions.length === 0) return 'nothing';
  const held = new Set(subscriptions);
  return {
    expression: `(${level.expression} and subscriptions contain_any (${literals(subscriptions)}))`,
    matches: (entry) => level.matches(entry) && entry.requiredSubscriptions.some((required) => held.has(required)),
  };
}

function literals(values: readonly string[]): string {
  return [...new Set(values)].map((value) => `'${encodeValue(value)}'`).join(', ');
}
