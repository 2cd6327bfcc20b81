import { activityTriggers, logActivity } from './activity-log.ts';
import { isListedTable, updateListView } from './list-view.ts';
import { accessScope, installationScope, siteScope } from './row-security.ts';
import { revisionTriggers } from './site-revision.ts';
import type { TableSchema } from './table-schema.ts';
import type { TriggerSchema } from './trigger-schema.ts';
import { countUsage, usageTriggers } from './usage-count.ts';

/** The statements that create the tables, in their order, with everything that belongs to them. */
export function createTables(tables: readonly TableSchema[]): string[] {
  return [...tables.flatMap(createTable), ...tables.flatMap(createFunctions), ...tables.flatMap(completeTable)];
}

/** The purposes of the tables and their triggers, which docs/database.md is made from. */
export function commentTables(tables: readonly TableSchema[]): string[] {
  return tables.flatMap((table) => [
    `comment on table ${table.name} is ${quote(table.purpose)}`,
    ...listTriggers(table).map((trigger) => commentTrigger(table.name, trigger)),
  ]);
}

function createTrigger(table: string, { name, when, sql }: TriggerSchema): string {
  const constraint = sql.startsWith('deferrable') ? 'constraint ' : '';
  return `create ${constraint}trigger ${name} ${when} on ${table} ${sql}`;
}

function commentTrigger(table: string, { name, purpose }: TriggerSchema): string {
  return `comment on trigger ${name} on ${table} is ${quote(purpose)}`;
}

function createTable({ name, columns, storage, indexes = [] }: TableSchema): string[] {
  return [`create table ${name} (${columns})${storage ? ` with (${storage})` : ''}`, ...indexes];
}

function createFunctions({ name, functions = [], activity, usage }: TableSchema): string[] {
  return [
    ...functions,
    ...(activity ? [logActivity(name, activity)] : []),
    ...(usage ? [countUsage(name, usage)] : []),
  ];
}

/** Policies name other tables, and triggers call functions. */
function completeTable(table: TableSchema): string[] {
  const { name, access, statements = [] } = table;
  return [
    ...rowScope(table),
    ...(access ? [accessScope(name, access)] : []),
    ...(isListedTable(name) ? updateListView(name) : []),
    ...statements,
    ...listTriggers(table).map((trigger) => createTrigger(name, trigger)),
  ];
}

function rowScope({ name, rows = { site: 'site_id' } }: TableSchema): string[] {
  if (rows === 'all') return [];
  return rows === 'installation' ? installationScope(name) : siteScope(name, rows.site);
}

function listTriggers({ name, hasRevision, topic, activity, usage, triggers = [] }: TableSchema): TriggerSchema[] {
  return [
    ...(hasRevision ? [advanceRevision('before update')] : []),
    ...(topic ? revisionTriggers(topic) : []),
    ...(activity ? activityTriggers(name, activity) : []),
    ...(usage ? usageTriggers(name, usage) : []),
    ...triggers,
  ];
}

/** No statement changes a row and keeps its revision. */
export function advanceRevision(when: string): TriggerSchema {
  return {
    name: 'advance_revision',
    when,
    purpose: 'Advances `revision`, which callers compare before they change the resource.',
    sql: 'for each row execute function advance_revision()',
  };
}

/** A literal in one line: purposes are written over several. */
const quote = (text: string): string => `'${text.replaceAll(/\s+/g, ' ').replaceAll("'", "''")}'`;
