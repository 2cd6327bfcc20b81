import type { TableSchema } from './sql/table-schema.ts';

const COMPACTED_EVERY = 50;
const MAX_COMPACTED = 1_000;

const advanceRevisionFunction = `create function advance_revision() returns trigger language plpgsql as $$
  begin
    new.revision := old.revision + 1;
    return new;
  end
$$`;

/** The functions run as the owner of the tables, because the service does not see closed sites. */
const closeSite = `create function close_site(of_site uuid) returns void language plpgsql
  security definer set search_path = public, pg_temp as $$
  begin
    update api_key set revoked_at = now() where site_id = of_site and revoked_at is null;
    update site set closed_at = now() where id = of_site;
  end
$$`;

const closedSites = `create function closed_sites() returns setof uuid language plpgsql
  security definer set search_path = public, pg_temp as $$
  begin
    return query select id from site where closed_at is not null;
  end
$$`;

/**
 * The log of a site may only be removed with it. The result is true when the site is deleted, false if there are more entries.
 */
const removeClosedSite = `create function remove_closed_site(of_site uuid, most integer) returns boolean language plpgsql
  security definer set search_path = public, pg_temp as $$
  declare removed integer;
  begin
    perform from site where id = of_site and closed_at is not null for update;
    if not found then return not exists (select from site where id = of_site); end if;
    delete from activity where ctid = any (array(select ctid from activity where site_id = of_site limit most));
    get diagnostics removed = row_count;
    if removed = most then return false; end if;
    delete from site where id = of_site;
    return true;
  end
$$`;

/** A site that is being deleted takes its revision along. */
const appendSiteRevision = `create function append_site_revision() returns trigger language plpgsql as $$
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
$$`;

/** Sites, their API keys, and the revisions of what they answer. */
export const siteTables: readonly TableSchema[] = [
  {
    name: 'site',
    purpose: `Sites. A site that is deleted is closed first: it is invisible to the service in every scope, with its keys and
      its members, and its rows are removed in portions later.`,
    columns: `
      id uuid primary key,
      name text not null,
      owner_email text not null,
      plan text not null check (plan in ('free', 'pro', 'enterprise')),
      trust_caller_user boolean not null,
      forms jsonb not null,
      identity_project_id text,
      identity_service_account text,
      subscriptions jsonb not null,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      link_hosts text[] not null,
      revision integer not null default 1,
      kept_revisions integer not null default 100,
      trash_days integer not null default 30,
      activity_days integer not null default 365 check (activity_days between 30 and 3650),
      preview_url text,
      model jsonb,
      reranker jsonb,
      closed_at timestamptz`,
    rows: { site: 'id' },
    statements: ['create policy open_site on site as restrictive using (closed_at is null)'],
    hasRevision: true,
    activity: { resource: 'site', title: 'r.name', site: 'r.id', conditions: { delete: null } },
    functions: [advanceRevisionFunction, closeSite, closedSites, removeClosedSite],
  },
  {
    name: 'api_key',
    purpose: 'API keys of sites, as hashes. A key that was rotated keeps its former hash for a while.',
    columns: `
      id uuid primary key,
      site_id uuid not null references site on delete cascade,
      name text not null,
      hash text not null unique,
      prefix text not null,
      scopes text[] not null,
      created_at timestamptz not null,
      last_used_at timestamptz,
      expires_at timestamptz,
      revoked_at timestamptz,
      strict boolean not null default false,
      former_hash text,
      former_prefix text,
      former_until timestamptz`,
    indexes: [
      'create index on api_key (site_id)',
      'create unique index on api_key (former_hash) where former_hash is not null',
    ],
    activity: {
      resource: 'api_key',
      title: 'r.name',
      ignored: ['last_used_at', 'prefix', 'former_hash', 'former_prefix', 'former_until'],
      actions: {
        update: `case when r.revoked_at is not null and o.revoked_at is null then 'revoked'
        when r.hash <> o.hash then 'rotated' else 'updated' end`,
      },
    },
  },
  {
    name: 'site_revision',
    purpose: `The revision of a site by topic: every statement that changes a table of a topic appends a random mark. The
      marks that a snapshot sees, combined by exclusive or, are equal exactly as long as it sees the same changes. Writers do
      not wait for each other; one in some statements combines the marks of its site.`,
    columns: `
      site_id uuid not null references site on delete cascade,
      topic text not null,
      mark bigint not null`,
    indexes: [
      'create index on site_revision (site_id, topic)',
    ],
    storage: 'autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000',
    functions: [appendSiteRevision],
  },
];
