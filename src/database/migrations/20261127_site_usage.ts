import { Migration } from '@mikro-orm/migrations';
import { type UsageAmounts, countUsage } from './count-usage.ts';
import { lockToSite } from './lock-to-site.ts';

const COMPACTED_EVERY = 8;
const MAX_COMPACTED = 1_000;

/** Of the row `r`, which may be JSON by column. Only of values, so that the same row always has the same number. */
const bytesOf = (texts: readonly string[]): string =>
  texts.map((text) => `coalesce(octet_length(${text}), 0)`).join(' + ');
const ITEM_TEXTS = ['title', 'content', 'excerpt'];
const ITEM_JSON = ['custom_fields', 'metadata', 'video_metadata', 'document_metadata', 'course_metadata'];
const ITEM_BYTES = bytesOf([
  ...ITEM_TEXTS.map((column) => `r.${column}`),
  ...ITEM_JSON.map((column) => `r.${column}::text`),
]);
/** The same number, so that moving an item to the trash and back changes nothing. */
const TRASHED_BYTES = bytesOf([
  ...ITEM_TEXTS.map((column) => `(r.item ->> '${column}')`),
  ...ITEM_JSON.map((column) => `nullif(r.item -> '${column}', 'null')::text`),
  `(r.draft -> 'changes')::text`,
]);

const IS_PENDING = `r.status in ('queued', 'processing')`;
/**
 * What a text is expected to make until it is indexed: about 1,000 bytes a chunk. Of one that was indexed before, the least
 * that it can make, so that a change that adds little is accepted where little is left.
 */
const EXPECTED_CHUNKS = `case when r.generation is null then greatest(1, ceil(r.text_bytes / 1000.0))
  else ceil(r.text_bytes / 2000.0) end`;

const COUNTED: Record<string, UsageAmounts> = {
  content_item: { content_item: '1', stored_bytes: ITEM_BYTES },
  content_draft: { stored_bytes: bytesOf(['r.changes::text']) },
  content_version: { stored_bytes: bytesOf(['r.before::text']) },
  content_trash: { stored_bytes: TRASHED_BYTES },
  knowledge_document: { stored_bytes: bytesOf(['r.title', 'r.content', 'r.metadata::text']) },
  knowledge_source: {
    chunk: `case when ${IS_PENDING} then greatest(r.chunks, ${EXPECTED_CHUNKS}) else r.chunks end`,
    document: `(r.kind in ('document', 'file', 'video'))::int`,
    pending_job: `(${IS_PENDING})::int`,
  },
  asset: {
    file: `(r.status <> 'refused')::int`,
    upload_grant: `(r.status = 'pending')::int`,
    stored_bytes: `case when r.status = 'refused' then 0 else coalesce(r.size, r.upload_size, 0) end`,
  },
  form_submission: { form_submission: '1' },
  chat_turn: { chat_turn: '1' },
};

/** Becomes less by itself: is only compared before a write, which may then add any number. */
const DRAINS = `l.resource in ('upload_grant', 'pending_job')`;

/**
 * What a job does was accepted before and is completed. Only what was not known then is compared: the chunks of a file,
 * and the size of an upload that a cloud storage received.
 */
const IS_COMPARED = `(actor not like 'service %' or actor = case l.resource
  when 'chunk' then 'service index-source' when 'stored_bytes' then 'service check-upload' end)`;

/**
 * What sites use of the limits of their plans, without counting: each statement appends rows with its differences, in the same
 * transaction, so that writers do not wait for each other. The sum is compared once per transaction, at its commit, with
 * everything that the transaction has added and removed. Close to a limit, commits of a site follow each other, so that
 * concurrent writers do not go beyond it together.
 */
export class SiteUsage extends Migration {
  override name = '20261127_site_usage';

  override up(): void {
    this.addSql('alter table knowledge_source add column text_bytes bigint not null default 0');
    this.addSql(`create table plan_limit (
      plan text not null,
      resource text not null,
      max bigint not null,
      primary key (plan, resource)
    )`);
    this.addSql(`create table site_usage (
      site_id uuid not null references site on delete cascade,
      resource text not null,
      amount bigint not null,
      at timestamptz not null default now()
    ) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000)`);
    this.addSql('create index on site_usage (site_id)');
    lockToSite(this, 'site_usage');
    for (const [table, amounts] of Object.entries(COUNTED)) countUsage(this, table, amounts);
    this.addAssertion();
    this.addCompaction();
    this.addCheck();
  }

  /**
   * Fails with LC001 and the excess as JSON if a resource that this transaction adds, or that is requested, is beyond its
   * limit. The service's own work across sites is not limited.
   */
  private addAssertion(): void {
    this.addSql(`create function assert_site_limits(site uuid, requested text default null, requested_amount bigint default 0)
      returns void language plpgsql as $$
      declare
        actor text := coalesce(current_setting('lectern.actor', true), '');
        usage record;
        is_near boolean;
        is_alone boolean := requested is not null;
      begin
        if coalesce(current_setting('lectern.site_id', true), '') <> site::text then return; end if;
        loop
          is_near := false;
          for usage in
            select l.resource, l.max, u.used, u.added,
              case when ${DRAINS} then u.used - u.added >= l.max else u.used > l.max end as is_beyond
            from (
              select e.resource, sum(e.amount) as used, coalesce(sum(e.amount) filter (where e.at = now()), 0) as added
              from (select resource, amount, at from site_usage where site_id = site
                union all select requested, requested_amount, now() where requested is not null) e
              group by e.resource
            ) u
            join plan_limit l on l.resource = u.resource and l.plan = (select s.plan from site s where s.id = site)
            where u.added > 0 and (u.used > 0.9 * l.max or u.used + 64 * u.added > l.max) and ${IS_COMPARED}
          loop
            if usage.is_beyond then
              raise exception 'The limit of % is reached', usage.resource using errcode = 'LC001',
                detail = json_build_object('limit', usage.resource, 'used', usage.used - usage.added,
                  'added', usage.added, 'max', usage.max)::text;
            end if;
            is_near := true;
          end loop;
          exit when is_alone or not is_near;
          perform pg_advisory_xact_lock(hashtextextended('limits ' || site, 0));
          is_alone := true;
        end loop;
      end
    $$`);
  }

  private addCompaction(): void {
    this.addSql(`create function compact_site_usage(site uuid) returns void language sql as $$
      with taken as (
        delete from site_usage where ctid = any (array(
          select ctid from site_usage where site_id = site limit ${MAX_COMPACTED} for update skip locked))
        returning *
      )
      insert into site_usage (site_id, resource, amount, at)
      select site_id, resource, sum(amount), '-infinity' from taken group by site_id, resource having sum(amount) <> 0
    $$`);
  }

  /** Once per transaction and site: the first row that it has appended stands for all. */
  private addCheck(): void {
    this.addSql(`create function check_site_usage() returns trigger language plpgsql as $$
      begin
        if current_setting('lectern.checked_site', true) = new.site_id::text then return null; end if;
        perform set_config('lectern.checked_site', new.site_id::text, true);
        perform assert_site_limits(new.site_id);
        if random() < 1.0 / ${COMPACTED_EVERY} then perform compact_site_usage(new.site_id); end if;
        return null;
      end
    $$`);
    this.addSql(`create constraint trigger check_site_usage after insert on site_usage
      deferrable initially deferred for each row when (new.at <> '-infinity') execute function check_site_usage()`);
  }
}
