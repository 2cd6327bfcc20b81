import type { Migration } from '@mikro-orm/migrations';

/** The second lock: whatever SQL runs, only rows of the site that the connection is set to are there; `*` is the service itself. */
export function lockToSite(migration: Migration, table: string, column = 'site_id'): void {
  migration.addSql(`alter table ${table} enable row level security`);
  migration.addSql(`create policy site_scope on ${table} using (${inSite(column)})`);
}

/** By a setting that PostgreSQL reads once for a statement: without the `select` it would read it for every row. */
export function inSite(column: string): string {
  return `(select current_setting('lectern.site_id', true) = '*')
    or ${column} = (select nullif(nullif(current_setting('lectern.site_id', true), ''), '*')::uuid)`;
}
