import type { Values } from '../../database/columns.ts';
import { type Entitlement, accessFilter } from './entitlement.ts';

/**
 * The access rule as a condition on a table with `access_level` and `required_subscriptions`.
 * @param prefix of those two columns, for rows with more than one access level
 */
export function accessCondition(viewer: Entitlement, alias: string, values: Values, prefix: '' | 'text_' = ''): string {
  const { levels, subscriptions } = accessFilter(viewer);
  const open = `${alias}.${prefix}access_level = any(${values.add(levels)}::text[])`;
  if (subscriptions !== '*' && subscriptions.length === 0) return open;
  const held =
    subscriptions === '*'
      ? ''
      : ` and ${alias}.${prefix}required_subscriptions && ${values.add(subscriptions)}::text[]`;
  return `(${open} or (${alias}.${prefix}access_level = 'subscription'${held}))`;
}
