import type { Migration } from '@mikro-orm/migrations';

const ALL_ROWS = `(select current_setting('lectern.levels', true) = '{*}')`;
// The outer cast makes an expression of the select, where `any` would take it for a list of rows.
const LEVELS = `(select nullif(current_setting('lectern.levels', true), '')::text[])::text[]`;
const SUBSCRIPTIONS = `(select nullif(current_setting('lectern.subscriptions', true), '')::text[])::text[]`;

/** The access rule over the level alone, where a table knows no subscriptions. */
export function levelMayBeSeen(column: string): string {
  return `${column} = any (${LEVELS})`;
}

/** The access rule over the columns of a row, by settings that PostgreSQL reads once for a statement. Unset, they open nothing. */
export function mayBeSeen(row: string, prefix: '' | 'text_' = ''): string {
  const level = `${row}.${prefix}access_level`;
  return `(${levelMayBeSeen(level)}
    or (${level} = 'subscription' and ${row}.${prefix}required_subscriptions && ${SUBSCRIPTIONS}))`;
}

/** The same over all levels that something has had; which subscriptions it required is not asked. */
export function levelsMayBeSeen(column: string): string {
  return `(${column} && ${LEVELS} or ('subscription' = any (${column}) and cardinality(${SUBSCRIPTIONS}) > 0))`;
}

/** Whether the scope includes rows that are not published. */
export const SEES_UNPUBLISHED = `'unpublished' = any (${LEVELS})`;

/** Whether the scope includes the text of drafts beside published items. */
export const SEES_DRAFTS = `'drafts' = any (${LEVELS})`;

/**
 * Beside the lock to the site: of a scope that is restricted, only rows that the condition holds for are there.
 * @param condition default: the row's own access level
 */
export function lockToAccess(migration: Migration, table: string, condition = mayBeSeen(table)): void {
  migration.addSql(`create policy access_scope on ${table} as restrictive using (${ALL_ROWS} or ${condition})`);
}

/** Replaces the condition of an earlier `lockToAccess`. */
export function relockToAccess(migration: Migration, table: string, condition: string): void {
  migration.addSql(`alter policy access_scope on ${table} using (${ALL_ROWS} or ${condition})`);
}
