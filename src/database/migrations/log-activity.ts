import type { Migration } from '@mikro-orm/migrations';

/** A statement that changes more rows than this makes one entry with their number, not one for each. */
const MAX_ENTRIES = 100;

/** What no caller changes: it never changes, or follows from the write. */
const OF_WRITES = ['id', 'site_id', 'created_at', 'updated_at', 'revision'];

/** SQL of rows `r`; of an update also of the row `o` before. */
export interface LoggedTable {
  /** As the log names the resource. */
  resource: string;
  title: string;
  /** Default: the id of the row. */
  id?: string;
  site?: string;
  /** Columns of which a change is none of the resource. */
  ignored?: readonly string[];
  /** Default: `created`, `updated` and `deleted`. */
  actions?: Partial<Record<LoggedEvent, string>>;
  /** Names of fields of an entry. Default: the columns that an update has changed. */
  fields?: string;
  /** Which rows make an entry. Default: all. Null: the event makes none. */
  conditions?: Partial<Record<LoggedEvent, string | null>>;
}

type LoggedEvent = 'insert' | 'update' | 'delete';

const ACTIONS: Record<LoggedEvent, string> = { insert: `'created'`, update: `'updated'`, delete: `'deleted'` };
const ROWS: Record<LoggedEvent, string> = {
  insert: 'referencing new table as new_rows',
  update: 'referencing old table as old_rows new table as new_rows',
  delete: 'referencing old table as old_rows',
};

/**
 * Logs every statement that changes rows of a table, in its transaction. A column that is added later is logged, unless it is
 * ignored by another call of this.
 */
export function logActivity(migration: Migration, table: string, logged: LoggedTable): void {
  const { conditions = {} } = logged;
  const events = (Object.keys(ROWS) as LoggedEvent[]).filter((event) => conditions[event] !== null);
  const name = `log_${table}_activity`;
  migration.addSql(`create or replace function ${name}() returns trigger language plpgsql
    security definer set search_path = public, pg_temp as $$
    begin
      ${events.map((event) => `if tg_op = '${event.toUpperCase()}' then ${logging(event, logged)} end if;`).join('\n')}
      return null;
    end
  $$`);
  for (const event of events) {
    migration.addSql(`create or replace trigger ${name}_${event} after ${event} on ${table}
      ${ROWS[event]} for each statement execute function ${name}()`);
  }
}

function logging(event: LoggedEvent, logged: LoggedTable): string {
  const rows = event === 'delete' ? 'old_rows' : 'new_rows';
  return `
    if not exists (select from ${rows}) then return null; end if;
    if (select count(*) from ${rows}) <= ${MAX_ENTRIES} then
      insert into activity (${COLUMNS}) select e.site_id, w.actor, w.name, e.action, '${logged.resource}', e.id,
          left(e.title, 200), e.fields, 1
        from (${entries(event, logged)}) e, ${WHO};
    else
      insert into activity (${COLUMNS}) select e.site_id, w.actor, w.name, e.action, '${logged.resource}', null,
          null, e.fields, count(*)
        from (${entries(event, logged)}) e, ${WHO} group by e.site_id, e.action, e.fields, w.actor, w.name;
    end if;`;
}

const COLUMNS = 'site_id, actor, actor_name, action, resource_type, resource_id, title, fields, count';

/** The setting is the actor and, after a space, its name. */
export const WHO = `(select coalesce(nullif(split_part(s.text, ' ', 1), ''), 'service') as actor,
  nullif(substr(s.text, strpos(s.text || ' ', ' ') + 1), '') as name
  from (select coalesce(current_setting('lectern.actor', true), '') as text) s) w`;

function entries(event: LoggedEvent, logged: LoggedTable): string {
  const { title, id = 'r.id', site = 'r.site_id', ignored = [], actions = {}, conditions = {} } = logged;
  const condition = conditions[event] ?? 'true';
  const fields = logged.fields ?? (event === 'update' ? 'changed.fields' : `'{}'::text[]`);
  const select = `select ${site} as site_id, ${id} as id, ${title} as title, ${actions[event] ?? ACTIONS[event]} as action`;
  if (event === 'insert') return `${select}, ${fields} as fields from new_rows r where ${condition}`;
  // A site that is being deleted takes its log along.
  const siteExists = `exists (select from site s where s.id = ${site})`;
  if (event === 'delete')
    return `${select}, ${fields} as fields from old_rows r where ${siteExists} and (${condition})`;
  const unchanged = [...OF_WRITES, ...ignored].map((column) => `'${column}'`).join(', ');
  return `${select}, ${fields} as fields from new_rows r join old_rows o on o.id = r.id
    cross join lateral (select to_jsonb(o) as before offset 0) was
    cross join lateral (select array_agg(n.key order by n.key) as fields
      from jsonb_each(to_jsonb(r) - array[${unchanged}]) n
      where n.value is distinct from was.before -> n.key) changed
    where changed.fields is not null and (${condition})`;
}
