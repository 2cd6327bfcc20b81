import { Migration } from '@mikro-orm/migrations';
import { lockToAccess } from './lock-to-access.ts';
import { lockToSite } from './lock-to-site.ts';

/** What filters of a list and the access rule ask of an item. */
const GROUP = 'site_id, type, status, access_level, required_subscriptions, collection_id';

/** One in so many changes adds up the rows of its site, at most this many. */
const COMPACTED_EVERY = 50;
const MAX_COMPACTED = 1_000;

/**
 * Totals of lists of content without counting the items. Each change of items appends rows with its differences, in the
 * same transaction: the sum over a group is the number of its items in every snapshot, and writers do not wait for each
 * other. Rows are added up by one in some changes, which skips rows that another transaction holds.
 */
export class ContentCount extends Migration {
  override name = '20261122_content_count';

  override up(): void {
    this.addSql(`create table content_count (
      site_id uuid not null references site on delete cascade,
      type text not null,
      status text not null,
      access_level text not null,
      required_subscriptions text[] not null,
      collection_id uuid,
      items integer not null
    ) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000)`);
    this.addSql('create index on content_count (site_id)');
    lockToSite(this, 'content_count');
    lockToAccess(this, 'content_count');
    this.addFunctions();
    this.addTriggers();
    // The triggers keep writers out until this transaction ends, so none is counted twice or not at all.
    this.addSql(
      `insert into content_count (${GROUP}, items) select ${GROUP}, count(*) from content_item group by ${GROUP}`,
    );
  }

  private addFunctions(): void {
    this.addSql(`create function compact_content_count(site uuid) returns void language sql as $$
      with taken as (
        delete from content_count where ctid = any (array(
          select ctid from content_count where site_id = site limit ${MAX_COMPACTED} for update skip locked))
        returning *
      )
      insert into content_count (${GROUP}, items)
      select ${GROUP}, sum(items) from taken group by ${GROUP} having sum(items) <> 0
    $$`);
    // A site that is being deleted takes its items along, and its counts.
    this.addSql(`create function append_content_count() returns trigger language plpgsql as $$
      declare
        site uuid;
      begin
        if tg_op = 'INSERT' then
          insert into content_count (${GROUP}, items) select ${GROUP}, count(*) from added group by ${GROUP};
        elsif tg_op = 'DELETE' then
          insert into content_count (${GROUP}, items)
          select ${GROUP}, -count(*) from removed where exists (select from site s where s.id = site_id) group by ${GROUP};
        else
          insert into content_count (${GROUP}, items)
          select ${GROUP}, sum(items)
          from (select ${GROUP}, 1 as items from added union all select ${GROUP}, -1 from removed) changed
          group by ${GROUP} having sum(items) <> 0;
        end if;
        if random() < 1.0 / ${COMPACTED_EVERY} then
          if tg_op = 'DELETE' then select site_id into site from removed limit 1;
          else select site_id into site from added limit 1;
          end if;
          perform compact_content_count(site);
        end if;
        return null;
      end
    $$`);
  }

  private addTriggers(): void {
    const transitions = {
      insert: 'new table as added',
      update: 'old table as removed new table as added',
      delete: 'old table as removed',
    };
    for (const [event, tables] of Object.entries(transitions)) {
      this.addSql(`create trigger content_count_${event} after ${event} on content_item
        referencing ${tables} for each statement execute function append_content_count()`);
    }
  }
}
