import type { Migration } from '@mikro-orm/migrations';

/** Every statement that changes the table changes the revision of its site in this topic (`20261122_site_revision`). */
export function changeRevision(migration: Migration, table: string, topic: string): void {
  const transitions = { insert: 'new table', update: 'new table', delete: 'old table' };
  for (const [event, rows] of Object.entries(transitions)) {
    migration.addSql(`create trigger site_revision_${event} after ${event} on ${table}
        referencing ${rows} as changed for each statement execute function append_site_revision('${topic}')`);
  }
}
