import { Migration } from '@mikro-orm/migrations';
import { lockToAccess } from './lock-to-access.ts';
import { lockToSite } from './lock-to-site.ts';

/** Further matches of a search are listed behind these, without a rank. */
const MAX_RANKED = 5_000;
/** Instances of the previous version, which do not write texts, have been replaced by then. */
const INDEXED_AFTER = '10 minutes';

/** The words of content, for the full-text search of lists. */
export class ContentText extends Migration {
  override name = '20261123_content_text';

  override up(): void {
    this.addSql('create extension if not exists btree_gin');
    // A table of its own: changes of an item that do not concern its words leave the index alone, and indexing again
    // leaves the item's revision alone.
    this.addSql(`create table content_text (
      item_id uuid primary key references content_item on delete cascade,
      site_id uuid not null references site on delete cascade,
      terms tsvector not null
    )`);
    // With the site, so that words that are frequent in another site cost nothing.
    this.addSql(`create index content_text_terms on content_text using gin (site_id, terms)
      with (gin_pending_list_limit = 1024)`);
    lockToSite(this, 'content_text');
    // Through the item's own lock.
    lockToAccess(this, 'content_text', 'exists (select from content_item c where c.id = content_text.item_id)');
    this.addFunction();
    this.addSql(`insert into job (id, site_id, lane, kind, key, payload, status, attempts, run_at, created_at)
      select gen_random_uuid(), s.id, s.id, 'index-content-text', s.id::text, '{}', 'queued', 0,
        now() + interval '${INDEXED_AFTER}', now()
      from site s where exists (select from content_item c where c.site_id = s.id)
      on conflict (kind, key) where status = 'queued' do nothing`);
  }

  /**
   * Row-level security does not let an index search for words, as an operator might tell of rows that it hides. So the owner of
   * the table searches, in the site of the session alone. Statements join the items, whose own lock applies.
   */
  private addFunction(): void {
    this.addSql(`create function content_matching(query tsquery) returns table (id uuid, ranked boolean)
      language sql stable security definer rows 1000 set search_path = public, pg_temp as $$
        select t.item_id, row_number() over (order by t.item_id desc) <= ${MAX_RANKED}
        from content_text t
        where t.site_id = (select nullif(nullif(current_setting('lectern.site_id', true), ''), '*')::uuid)
          and t.terms @@ query
    $$`);
  }
}
