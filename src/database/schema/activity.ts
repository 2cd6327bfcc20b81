import type { TableSchema } from './sql/table-schema.ts';

/** The only way to delete entries: of all sites, those that are older than their site keeps them. */
const removeOldActivities = `create function remove_old_activities(most integer) returns integer language plpgsql
  security definer set search_path = public, pg_temp as $$
  declare
    removed integer;
  begin
    with old as (
      select a.site_id, a.at, a.id from site s cross join lateral (
        select e.site_id, e.at, e.id from activity e
        where e.site_id = s.id and e.at < now() - make_interval(days => s.activity_days)
        order by e.at limit most) a
      limit most)
    delete from activity e using old where (e.site_id, e.at, e.id) = (old.site_id, old.at, old.id);
    get diagnostics removed = row_count;
    return removed;
  end
$$`;

export const activityTables: readonly TableSchema[] = [
  {
    name: 'activity',
    purpose: `Who did what to which resource of a site, written by PostgreSQL in the transaction of the change, so that no
      statement changes a resource without an entry. The service may not change entries, or delete them before their time.`,
    columns: `
      id uuid not null default gen_random_uuid(),
      site_id uuid not null references site on delete cascade,
      at timestamptz not null default clock_timestamp(),
      actor text not null,
      actor_name text,
      action text not null,
      resource_type text not null,
      resource_id uuid,
      title text,
      fields text[] not null,
      count integer not null,
      primary key (site_id, at, id)`,
    indexes: [
      'create index on activity (site_id, resource_id, at, id)',
      'create index on activity (site_id, actor, at, id)',
      'create index on activity (site_id, resource_type, at, id)',
      'create index on activity (site_id, action, at, id)',
    ],
    // Titles have the access levels of their resources: a scope that is restricted has no entries.
    access: 'false',
    statements: ['revoke update, delete, truncate on activity from lectern_service'],
    functions: [removeOldActivities],
  },
];
