import { type TriggerSchema, statementTriggers } from './trigger-schema.ts';

/** A statement that changes more rows than this makes one entry with their number, not one for each. */
const MAX_ENTRIES = 100;

/** Columns that no caller changes: they never change, or follow from the write. */
const UNLOGGED_COLUMNS = ['id', 'site_id', 'created_at', 'updated_at', 'revision'];

/** SQL over rows `r`; for an update also over the row `o` before. */
export interface LoggedTable {
  /** The name of the resource in the log. */
  resource: string;
  title: string;
  /** Default: the id of the row. */
  id?: string;
  site?: string;
  /** Columns whose changes are not logged. */
  ignored?: readonly string[];
  /** Default: `created`, `updated` and `deleted`. */
  actions?: Partial<Record<LoggedEvent, string>>;
  /** Names of fields of an entry. Default: the columns that an update has changed. */
  fields?: string;
  /** The rows that make an entry. Default: all. Null: the event makes none. */
  conditions?: Partial<Record<LoggedEvent, string | null>>;
}

type LoggedEvent = 'insert' | 'update' | 'delete';

const ACTIONS: Record<LoggedEvent, string> = { insert: `'created'`, update: `'updated'`, delete: `'deleted'` };
const ROWS: Record<LoggedEvent, string> = {
  insert: 'new table as new_rows',
  update: 'old table as old_rows new table as new_rows',
  delete: 'old table as old_rows',
};

const logFunction = (table: string): string => `log_${table}_activity`;

/** Runs as the owner of the log: the service may not write entries. */
export function logActivity(table: string, logged: LoggedTable): string {
  return `create or replace function ${logFunction(table)}() returns trigger language plpgsql
    security definer set search_path = public, pg_temp as $$
    begin
      ${loggedEvents(logged)
        .map((event) => `if tg_op = '${event.toUpperCase()}' then ${logEvent(event, logged)} end if;`)
        .join('\n')}
      return null;
    end
  $$`;
}

/** Every statement that changes rows of the table is logged, in its transaction. A column that is added later is logged, too. */
export function activityTriggers(table: string, logged: LoggedTable): TriggerSchema[] {
  const rows = Object.fromEntries(loggedEvents(logged).map((event) => [event, ROWS[event]]));
  return statementTriggers(logFunction(table), {
    rows,
    purpose: `Logs who did what to the resource \`${logged.resource}\` (\`activity\`).`,
  });
}

function loggedEvents({ conditions = {} }: LoggedTable): LoggedEvent[] {
  return (Object.keys(ROWS) as LoggedEvent[]).filter((event) => conditions[event] !== null);
}

function logEvent(event: LoggedEvent, logged: LoggedTable): string {
  const rows = event === 'delete' ? 'old_rows' : 'new_rows';
  return `
    if not exists (select from ${rows}) then return null; end if;
    if (select count(*) from ${rows}) <= ${MAX_ENTRIES} then
      insert into activity (${COLUMNS}) select e.site_id, w.actor, w.name, e.action, '${logged.resource}', e.id,
          left(e.title, 200), e.fields, 1
        from (${entries(event, logged)}) e, ${ACTOR};
    else
      insert into activity (${COLUMNS}) select e.site_id, w.actor, w.name, e.action, '${logged.resource}', null,
          null, e.fields, count(*)
        from (${entries(event, logged)}) e, ${ACTOR} group by e.site_id, e.action, e.fields, w.actor, w.name;
    end if;`;
}

const COLUMNS = 'site_id, actor, actor_name, action, resource_type, resource_id, title, fields, count';

/** The actor of the session: the setting is its id and, after a space, its name. */
export const ACTOR = `(select coalesce(nullif(split_part(s.text, ' ', 1), ''), 'service') as actor,
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
  const unchanged = [...UNLOGGED_COLUMNS, ...ignored].map((column) => `'${column}'`).join(', ');
  return `${select}, ${fields} as fields from new_rows r join old_rows o on o.id = r.id
    cross join lateral (select to_jsonb(o) as before offset 0) was
    cross join lateral (select array_agg(n.key order by n.key) as fields
      from jsonb_each(to_jsonb(r) - array[${unchanged}]) n
      where n.value is distinct from was.before -> n.key) changed
    where changed.fields is not null and (${condition})`;
}

/** The title of the content item with this id: what belongs to an item is logged as something done to the item. */
export function titleOfItem(id: string): string {
  return `(select c.title from content_item c where c.id = r.${id})`;
}

/** The action of an update that may have rotated the secret. */
export function rotation(secret: string): string {
  return `case when r.${secret} is distinct from o.${secret} then 'rotated' else 'updated' end`;
}
