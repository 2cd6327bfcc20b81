import { Migration } from '@mikro-orm/migrations';

/**
 * A statement that waits for the lock of an item goes on with the item as it is then, but sees other tables as they were when the
 * statement began. What others wrote for the item meanwhile is therefore read and removed by functions and triggers: each of their
 * queries sees what is committed when it runs.
 */
export class CurrentDrafts extends Migration {
  override name = '20261124_current_drafts';

  override up(): void {
    this.addSql(`create function current_drafts(of_item uuid) returns setof content_draft
      language plpgsql volatile rows 1 as $$
        begin
          return query select * from content_draft where id = of_item;
        end
      $$`);
    this.removeVersions();
    this.removeSources();
  }

  /** Those of an item that was deleted for good. */
  private removeVersions(): void {
    this.addSql(`create function remove_content_versions() returns trigger language plpgsql as $$
      begin
        delete from content_version v using deleted where v.item_id = deleted.id
          and not exists (select from content_trash t where t.id = deleted.id);
        return null;
      end
    $$`);
    this.addSql(`create trigger remove_content_versions after delete on content_item
      referencing old table as deleted for each statement execute function remove_content_versions()`);
    this.addSql(`delete from content_version v where not exists (select from content_item c where c.id = v.item_id)
      and not exists (select from content_trash t where t.id = v.item_id)`);
  }

  /** The statements remove the sources that they see, and return the jobs. */
  private removeSources(): void {
    this.addSql(`create function remove_content_sources() returns trigger language plpgsql as $$
      begin
        with source as (
          delete from knowledge_source s using deleted where s.id = deleted.id returning s.id, s.site_id)
        insert into job (id, site_id, lane, kind, key, payload, status, attempts, run_at, created_at)
        select gen_random_uuid(), site_id, site_id, 'index-source', id::text, '{}', 'queued', 0, now(), now()
        from source where exists (select from site where site.id = source.site_id)
        on conflict (kind, key) where status = 'queued' do nothing;
        return null;
      end
    $$`);
    this.addSql(`create trigger remove_content_sources after delete on content_item
      referencing old table as deleted for each statement execute function remove_content_sources()`);
    this.addSql(`create function remove_draft_source() returns trigger language plpgsql as $$
      begin
        delete from knowledge_source s where s.draft_of = new.id;
        return null;
      end
    $$`);
    this.addSql(`create trigger remove_draft_source after update of status, ai_indexed on content_item
      for each row when ((new.status = 'archived' or not new.ai_indexed) and old.status <> 'archived' and old.ai_indexed)
      execute function remove_draft_source()`);
  }
}
