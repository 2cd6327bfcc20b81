import type { Values } from '../database/columns.ts';
import { type Entitlement, accessFilter } from './entitlement.ts';

/** The condition that a row is not hidden: `condition` holds for published ones. See decision 32. */
export function publishedCondition(viewer: Entitlement, condition: string): string {
  return viewer.seesUnpublished ? 'true' : condition;
}

/** The access rule as a condition on content items. */
export function contentCondition(viewer: Entitlement, alias: string, values: Values): string {
  const published = publishedCondition(viewer, `${alias}.status = 'published'`);
  return `(${published} and ${accessCondition(viewer, alias, values)})`;
}

/** The access rule for the text of a source: as the source is now, and as it was when its text was indexed. */
export function sourceTextCondition(viewer: Entitlement, alias: string, values: Values): string {
  const published = publishedCondition(viewer, `(${alias}.published and ${alias}.text_published)`);
  return `${published} and ${accessCondition(viewer, alias, values)} and ${accessCondition(viewer, alias, values, 'text_')}`;
}

/**
 * The access rule as a condition on a table with `access_level` and `required_subscriptions`.
 * @param prefix of those two columns, for rows with more than one access level
 */
export function accessCondition(viewer: Entitlement, alias: string, values: Values, prefix: '' | 'text_' = ''): string {
  const { levels, subscriptions } = accessFilter(viewer);
  const open = `${alias}.${prefix}access_level = any(${values.add(levels)}::text[])`;
  if (subscriptions !== '*' && subscriptions.length === 0) return open;
  const subscriptionCondition =
    subscriptions === '*'
      ? ''
      : ` and ${alias}.${prefix}required_subscriptions && ${values.add(subscriptions)}::text[]`;
  return `(${open} or (${alias}.${prefix}access_level = 'subscription'${subscriptionCondition}))`;
}
