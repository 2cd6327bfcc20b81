import type { Client } from 'pg';

/** Everything that a migration can make, a line for each; the whitespace of functions, and what extensions have, is left out. */
const SCHEMA_LINES = `
with own as (
  select c.oid, c.relname as name, c.relkind as kind, c.relpersistence, c.reloptions, c.relrowsecurity,
    c.relforcerowsecurity, c.relacl, c.relowner from pg_class c
  where c.relnamespace = 'public'::regnamespace
), lines(line) as (
  select concat_ws(' ', 'relation', kind, name, relpersistence, reloptions, relrowsecurity, relforcerowsecurity, access.list)
  from own, lateral (select string_agg(distinct a::text, ' ' order by a::text) as list
    from aclexplode(coalesce(relacl, acldefault(case kind when 'S' then 's' else 'r' end::"char", relowner))) a) access
  where kind <> 'i'
  union all
  select concat_ws(' ', 'column', name,
    case when kind in ('r', 'v') then row_number() over (partition by own.oid order by a.attnum) end, attname,
    format_type(atttypid, atttypmod), attnotnull, attidentity, attgenerated, attstorage, attcompression, attoptions,
    attcollation::regcollation, attacl, pg_get_expr(d.adbin, d.adrelid))
  from own join pg_attribute a on a.attrelid = own.oid and a.attnum > 0 and not a.attisdropped
  left join pg_attrdef d on d.adrelid = own.oid and d.adnum = a.attnum
  union all
  select concat_ws(' ', 'constraint', conrelid::regclass, contypid::regtype, conname, pg_get_constraintdef(oid), convalidated)
  from pg_constraint where connamespace = 'public'::regnamespace and contype <> 'n'
  union all
  select concat_ws(' ', 'index', pg_get_indexdef(indexrelid), indisvalid, indisreplident) from pg_index join own on own.oid = indexrelid
  union all
  select concat_ws(' ', 'function', regexp_replace(pg_get_functiondef(p.oid), '\\s+', ' ', 'g'), proowner::regrole, proacl)
  from pg_proc p where pronamespace = 'public'::regnamespace and not is_of_extension('pg_proc', p.oid)
  union all
  select concat_ws(' ', 'trigger', pg_get_triggerdef(t.oid), tgenabled) from pg_trigger t where not tgisinternal
  union all
  select concat_ws(' ', 'policy', tablename, policyname, permissive, roles, cmd, qual, with_check) from pg_policies
  union all
  select concat_ws(' ', 'view', name, pg_get_viewdef(oid)) from own where kind = 'v'
  union all
  select concat_ws(' ', 'type', typname, typtype, typnotnull, typdefault, format_type(typbasetype, typtypmod), typacl)
  from pg_type t where typnamespace = 'public'::regnamespace and typtype in ('d', 'e', 'r') and not is_of_extension('pg_type', t.oid)
  union all
  select concat_ws(' ', 'sequence', sequencename, data_type, start_value, increment_by, cycle) from pg_sequences
  union all
  select concat_ws(' ', 'schema', nspname, nspacl) from pg_namespace where nspname = 'public'
  union all
  select concat_ws(' ', 'privileges', defaclobjtype, defaclacl) from pg_default_acl
  union all
  select concat_ws(' ', 'extension', extname, extversion) from pg_extension
  union all
  select concat_ws(' ', 'statistics', pg_get_statisticsobjdef(oid)) from pg_statistic_ext
  union all
  select concat_ws(' ', 'comment', i.type, i.identity, description)
  from pg_description d, lateral pg_identify_object(d.classoid, d.objoid, d.objsubid) i
  where d.objoid in (select own.oid from own union all select t.oid from pg_trigger t where not tgisinternal)
)
select line from lines order by line collate "C"`;

/** The schema of a database as lines, in order. Two databases with the same lines have the same schema. */
export async function listSchema(client: Client): Promise<string[]> {
  await client.query(`create function pg_temp.is_of_extension(catalog regclass, object oid) returns boolean language sql
    return exists (select from pg_depend where classid = catalog and objid = object and deptype = 'e')`);
  const { rows } = await client.query<{ line: string }>(
    SCHEMA_LINES.replaceAll('is_of_extension', 'pg_temp.is_of_extension'),
  );
  return rows.map(({ line }) => line);
}
