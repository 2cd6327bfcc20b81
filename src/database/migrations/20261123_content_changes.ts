import { Migration } from '@mikro-orm/migrations';
import { SEES_UNPUBLISHED, levelsMayBeSeen, lockToAccess } from './lock-to-access.ts';
import { lockToSite } from './lock-to-site.ts';

/**
 * The latest change of each content item, also of deleted ones, in the order of the transactions that made them. Kept by
 * PostgreSQL in the transaction of the change, so that no statement changes an item unnoticed. `public_` is about the item
 * while it was published, which is all that keys without the scope preview may learn. `levels` has every access level that
 * the item has had, because its deletion is listed for those who could read it. Items that are older than this table get their row when
 * their site's feed is read for the first time.
 */
export class ContentChanges extends Migration {
  override name = '20261123_content_changes';

  override up(): void {
    this.addSql(`create table content_change (
      item_id uuid primary key,
      site_id uuid not null references site on delete cascade,
      type text not null,
      is_published boolean not null,
      levels text[] not null,
      created_in bigint not null,
      changed_in bigint not null,
      changed_at timestamptz not null,
      public_levels text[] not null,
      public_created_in bigint,
      public_changed_in bigint,
      public_changed_at timestamptz,
      deleted_at timestamptz
    )`);
    this.addSql('create index on content_change (site_id, changed_in, item_id)');
    this.addSql(`create index on content_change (site_id, public_changed_in, item_id)
      where public_changed_in is not null`);
    this.addSql('create index on content_change (deleted_at) where deleted_at is not null');
    lockToSite(this, 'content_change');
    lockToAccess(
      this,
      'content_change',
      `(${levelsMayBeSeen('public_levels')} or (${SEES_UNPUBLISHED} and ${levelsMayBeSeen('levels')}))`,
    );
    this.addSql(`create table content_feed (
      site_id uuid primary key references site on delete cascade,
      id uuid not null,
      basis text not null
    )`);
    lockToSite(this, 'content_feed');
    this.addBasis();
    this.addTriggers();
  }

  /** What the numbers of transactions belong to: another text after a restore, or in a copy of the database. */
  private addBasis(): void {
    this.addSql(`create function content_feed_basis() returns text language plpgsql stable as $$
      begin
        return (select system_identifier from pg_control_system())
          || '/' || substr(pg_walfile_name(pg_current_wal_insert_lsn()), 1, 8)
          || '/' || (select oid from pg_database where datname = current_database())
          || '/' || pg_relation_filenode('content_change');
      exception when insufficient_privilege then
        return (select oid from pg_database where datname = current_database())
          || '/' || pg_relation_filenode('content_change');
      end
    $$`);
  }

  private addTriggers(): void {
    // A site that is being deleted takes its changes along.
    this.addSql(`create function keep_content_change() returns trigger language plpgsql as $$
      declare
        current_transaction bigint := pg_current_xact_id()::text::bigint;
        is_deleted boolean := tg_op = 'DELETE';
      begin
        insert into content_change as k (item_id, site_id, type, is_published, levels, created_in, changed_in, changed_at,
          public_levels, public_created_in, public_changed_in, public_changed_at, deleted_at)
        select c.id, c.site_id, c.type, p.is_published and not is_deleted, array[c.access_level],
          current_transaction, current_transaction, now(),
          case when p.is_published then array[c.access_level] else '{}' end,
          case when p.is_published then current_transaction end,
          case when p.is_published then current_transaction end,
          case when p.is_published then now() end,
          case when is_deleted then now() end
        from changed c cross join lateral (select c.status = 'published' as is_published) p
        where not is_deleted or exists (select from site s where s.id = c.site_id)
        on conflict (item_id) do update set
          type = excluded.type,
          is_published = excluded.is_published,
          levels = case when k.levels @> excluded.levels then k.levels else k.levels || excluded.levels end,
          changed_in = excluded.changed_in,
          changed_at = excluded.changed_at,
          public_levels = case when k.public_levels @> excluded.public_levels then k.public_levels
            else k.public_levels || excluded.public_levels end,
          public_created_in = coalesce(k.public_created_in, excluded.public_created_in),
          public_changed_in = case when k.is_published then excluded.changed_in
            else coalesce(excluded.public_changed_in, k.public_changed_in) end,
          public_changed_at = case when k.is_published then excluded.changed_at
            else coalesce(excluded.public_changed_at, k.public_changed_at) end,
          deleted_at = excluded.deleted_at;
        return null;
      end
    $$`);
    const transitions = { insert: 'new table', update: 'new table', delete: 'old table' };
    for (const [event, rows] of Object.entries(transitions)) {
      this.addSql(`create trigger keep_content_change_${event} after ${event} on content_item
        referencing ${rows} as changed for each statement execute function keep_content_change()`);
    }
  }
}
