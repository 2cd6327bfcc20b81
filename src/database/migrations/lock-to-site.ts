import type { Migration } from '@mikro-orm/migrations';

/** The second lock: whatever SQL runs, only rows of the site that the connection is set to are there; `*` is the service itself. */
export function lockToSite(migration: Migration, table: string, column = 'site_id'): void {
  migration.addSql(`alter table ${table} enable row level security`);
  migration.addSql(`create policy site_scope on ${table} using (
    ${column} = nullif(nullif(current_setting('lectern.site_id', true), ''), '*')::uuid
    or current_setting('lectern.site_id', true) = '*'
  )`);
}
