import type { TableSchema } from './sql/table-schema.ts';

const COMPACTED_EVERY = 8;
const MAX_COMPACTED = 1_000;

/** Resources that decrease by themselves are only compared before a write, which may then add any number. */
const DRAINS = `l.resource in ('upload_grant', 'pending_job')`;

/**
 * What a job does was accepted before and is completed. Only what was not known then is compared: the chunks of a file,
 * and the size of an upload that a cloud storage received.
 */
const IS_COMPARED = `(actor not like 'service %' or actor = case l.resource
  when 'chunk' then 'service index-source' when 'stored_bytes' then 'service check-upload' end)`;

/**
 * Fails with LC001 and the excess as JSON if a resource that this transaction adds, or that is requested, is beyond its
 * limit. The service's own work across sites is not limited.
 */
const assertSiteLimits = `create function assert_site_limits(site uuid, requested text default null,
    requested_amount bigint default 0) returns void language plpgsql as $$
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
$$`;

const compactSiteUsage = `create function compact_site_usage(site uuid) returns void language sql as $$
  with taken as (
    delete from site_usage where ctid = any (array(
      select ctid from site_usage where site_id = site limit ${MAX_COMPACTED} for update skip locked))
    returning *
  )
  insert into site_usage (site_id, resource, amount, at)
  select site_id, resource, sum(amount), '-infinity' from taken group by site_id, resource having sum(amount) <> 0
$$`;

const checkSiteUsage = `create function check_site_usage() returns trigger language plpgsql as $$
  begin
    if current_setting('lectern.checked_site', true) = new.site_id::text then return null; end if;
    perform set_config('lectern.checked_site', new.site_id::text, true);
    perform assert_site_limits(new.site_id);
    if random() < 1.0 / ${COMPACTED_EVERY} then perform compact_site_usage(new.site_id); end if;
    return null;
  end
$$`;

/** What sites use, and the limits of their plans. */
export const usageTables: readonly TableSchema[] = [
  {
    name: 'plan_limit',
    purpose: 'The limits of each plan, as the configuration of the installation has them.',
    columns: `
      plan text not null,
      resource text not null,
      max bigint not null,
      primary key (plan, resource)`,
    rows: 'all',
  },
  {
    name: 'site_usage',
    purpose: `What sites use: each change of a counted table appends its difference, so that the sum is right in every
      snapshot and writers do not wait for each other.`,
    columns: `
      site_id uuid not null references site on delete cascade,
      resource text not null,
      amount bigint not null,
      at timestamptz not null default now()`,
    indexes: [
      'create index on site_usage (site_id)',
    ],
    storage: 'autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000',
    triggers: [
      {
        name: 'check_site_usage',
        when: 'after insert',
        purpose: `Compares the usage of the site with the limits of its plan, once per transaction and site, when the
          transaction ends: the first row that it has appended stands for all. One in some transactions adds up the rows.`,
        sql: `deferrable initially deferred for each row when (new.at <> '-infinity') execute function check_site_usage()`,
      },
    ],
    functions: [assertSiteLimits, compactSiteUsage, checkSiteUsage],
  },
];
