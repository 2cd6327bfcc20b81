const ALL_ROWS = `(select current_setting('lectern.levels', true) = '{*}')`;
// The outer cast makes an expression of the select, where `any` would take it for a list of rows.
const LEVELS = `(select nullif(current_setting('lectern.levels', true), '')::text[])::text[]`;
const SUBSCRIPTIONS = `(select nullif(current_setting('lectern.subscriptions', true), '')::text[])::text[]`;

/** Users belong to the installation: the scope of a site has none of these rows. */
export const IS_INSTALLATION = `(select current_setting('lectern.site_id', true) = '*')`;

/** The site of the session; null for the scope across all sites. */
export const SESSION_SITE = `(select nullif(nullif(current_setting('lectern.site_id', true), ''), '*')::uuid)`;

/**
 * Whether a row belongs to the site of the session; `*` is the service itself. PostgreSQL reads the setting once for a
 * statement: without the `select` it would read it for every row.
 */
export function siteCondition(column: string): string {
  return `${IS_INSTALLATION} or ${column} = ${SESSION_SITE}`;
}

/** Tells whether the access level is one of the session's, where a table has no subscriptions. */
export function allowsLevel(column: string): string {
  return `${column} = any (${LEVELS})`;
}

/** The access rule over the columns of a row, by settings that PostgreSQL reads once for a statement. Unset, they open nothing. */
export function allowsRow(row: string, prefix: '' | 'text_' = ''): string {
  const level = `${row}.${prefix}access_level`;
  return `(${allowsLevel(level)}
    or (${level} = 'subscription' and ${row}.${prefix}required_subscriptions && ${SUBSCRIPTIONS}))`;
}

/** The access rule over all levels that an item has had; the subscriptions that it required are not compared. */
export function allowsAnyLevel(column: string): string {
  return `(${column} && ${LEVELS} or ('subscription' = any (${column}) and cardinality(${SUBSCRIPTIONS}) > 0))`;
}

/** True if the scope includes rows that are not published. */
export const SEES_UNPUBLISHED = `'unpublished' = any (${LEVELS})`;

/** True if the scope includes the text of drafts beside published items. */
export const SEES_DRAFTS = `'drafts' = any (${LEVELS})`;

export function allowsPublication(isPublished: string): string {
  return `(${isPublished} or ${SEES_UNPUBLISHED})`;
}

/** Tells whether the indexed text of a source may be read: by the levels that it was indexed with. */
export function allowsText(source: string): string {
  return `${allowsRow(source, 'text_')} and ${allowsPublication(`${source}.text_published`)}`;
}

/** The first lock: whatever SQL runs, only rows of the scope's site exist. */
export function siteScope(table: string, column = 'site_id'): string[] {
  return [
    `alter table ${table} enable row level security`,
    `create policy site_scope on ${table} using (${siteCondition(column)})`,
  ];
}

export function installationScope(table: string): string[] {
  return [
    `alter table ${table} enable row level security`,
    `create policy installation on ${table} using (${IS_INSTALLATION})`,
  ];
}

/** The second lock: for a restricted scope, only rows exist for which the condition holds. */
export function accessScope(table: string, condition: string): string {
  return `create policy access_scope on ${table} as restrictive using (${ALL_ROWS} or ${condition})`;
}
