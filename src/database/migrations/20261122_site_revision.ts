import { Migration } from '@mikro-orm/migrations';
import { changeRevision } from './change-revision.ts';
import { lockToSite } from './lock-to-site.ts';

const COMPACTED_EVERY = 50;
const MAX_COMPACTED = 1_000;

/** By topic, the tables that its answers are made of. */
const TABLES = { content: ['content_item', 'content_type', 'collection'] };

/**
 * The revision of a site: every statement that changes a table of a topic appends a random mark, in the same transaction.
 * The marks that a snapshot sees, combined by exclusive or, are the same exactly as long as it sees the same changes.
 * Writers do not wait for each other; one in some statements combines the marks of its site.
 */
export class SiteRevision extends Migration {
  override name = '20261122_site_revision';

  override up(): void {
    this.addSql(`create table site_revision (
      site_id uuid not null references site on delete cascade,
      topic text not null,
      mark bigint not null
    ) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000)`);
    this.addSql('create index on site_revision (site_id, topic)');
    lockToSite(this, 'site_revision');
    this.addFunction();
    for (const [topic, tables] of Object.entries(TABLES)) {
      for (const table of tables) changeRevision(this, table, topic);
    }
  }

  private addFunction(): void {
    // A site that is being deleted takes its revision along.
    this.addSql(`create function append_site_revision() returns trigger language plpgsql as $$
      begin
        insert into site_revision (site_id, topic, mark)
        select c.site_id, tg_argv[0], hashtextextended(gen_random_uuid()::text, 0)
        from (select distinct site_id from changed) c where exists (select from site s where s.id = c.site_id);
        if random() < 1.0 / ${COMPACTED_EVERY} then
          with taken as (
            delete from site_revision where ctid = any (array(
              select r.ctid from site_revision r where r.topic = tg_argv[0]
                and r.site_id = (select site_id from changed limit 1)
              limit ${MAX_COMPACTED} for update skip locked))
            returning *
          )
          insert into site_revision (site_id, topic, mark)
          select site_id, topic, bit_xor(mark) from taken group by site_id, topic;
        end if;
        return null;
      end
    $$`);
  }
}
