import { Client, type QueryConfig } from 'pg';
import { inject } from 'vitest';
import { LIST_VIEWS, type ListedTable, listView } from '../../../../src/database/schema/sql/list-view.ts';
import type { TestService } from '../../../support/service.ts';
import type { compileFilter } from '../../../../src/adapters/vector-index/embedded/embedded-filter.ts';

/**
 * Ways to switch off one filter of the service at a time, in the tests' process only: by rewriting the one statement
 * that holds it on its way to PostgreSQL, or around the one function that applies it.
 */
export type Fault = keyof typeof STATEMENTS | 'by id' | 'teasers' | 'reference loader' | 'index filter';

const LIST = /from content_list c left join .* limit \$/s;
const COUNT = /sum\(c\.items\).* from content_count c/s;
const RECHECK = /from chunk c where .* from knowledge_source s\s+where/s;
const LEVELS = /(\b[a-z]\.(?:text_)?access_level = any\(\$\d+::text\[\])\)/g;
const ALL_LEVELS = `$1 || '{authenticated,premium,subscription}'::text[])`;
const PUBLISHED = /c\.status = 'published'|\(s\.published and s\.text_published\)/g;

/** How the statement of each filter in SQL is known, which part of it is the filter, and what opens it. */
const STATEMENTS = {
  'list SQL': [LIST, LEVELS, ALL_LEVELS],
  'count SQL': [COUNT, LEVELS, ALL_LEVELS],
  'document list SQL': [/from knowledge_document d join .* limit \$/s, LEVELS, ALL_LEVELS],
  'document count SQL': [/count\(\*\).* from knowledge_document d/s, LEVELS, ALL_LEVELS],
  'sources SQL': [/from knowledge_source s\s.* limit 1000/s, LEVELS, ALL_LEVELS],
  're-check SQL': [RECHECK, LEVELS, ALL_LEVELS],
  'status in list SQL': [LIST, PUBLISHED, 'true'],
  'status in count SQL': [COUNT, PUBLISHED, 'true'],
  'status in re-check SQL': [RECHECK, PUBLISHED, 'true'],
} as const;

export const FAULTS: readonly Fault[] = [
  ...(Object.keys(STATEMENTS) as (keyof typeof STATEMENTS)[]),
  'by id',
  'teasers',
  'reference loader',
  'index filter',
];

/** Whether row-level security is a second lock behind the filter: it is where rows are read for one caller alone. */
export function isFilterOfRows(fault: Fault): boolean {
  return fault in STATEMENTS || fault === 'reference loader';
}

/** Runs `work` while the policies of the access rule let every row through. */
export async function withoutRowSecurity<T>(service: TestService, work: () => Promise<T>): Promise<T> {
  const [place] = await service.app.database.system.rows<{ name: string }>('select current_database() as name');
  const { host, port, user } = inject('testPostgres');
  const owner = new Client({ host, port, user, database: place?.name });
  await owner.connect();
  try {
    const { rows } = await owner.query<{ table: string; condition: string }>(
      `select tablename as table, qual as condition from pg_policies where policyname = 'access_scope'`,
    );
    if (rows.length === 0) throw new Error('There is no policy of the access rule');
    const set = (table: string, condition: string) =>
      owner.query(`alter policy access_scope on ${table} using (${condition})`);
    for (const { table } of rows) await set(table, 'true');
    const setViews = async () => {
      for (const table of Object.keys(LIST_VIEWS) as ListedTable[]) await owner.query(listView(table));
    };
    await setViews();
    try {
      return await work();
    } finally {
      for (const { table, condition } of rows) await set(table, condition);
      await setViews();
    }
  } finally {
    await owner.end();
  }
}

let broken: Fault | null = null;
let times = 0;

/** Runs `work` with the filter off. Fails when the filter was never asked: then the fault proves nothing. */
export async function without<T>(fault: Fault, work: () => Promise<T>): Promise<T> {
  broken = fault;
  times = 0;
  try {
    const answer = await work();
    if (times === 0) throw new Error(`Nothing asked the filter "${fault}": it is known by another form now`);
    return answer;
  } finally {
    broken = null;
  }
}

/** Whether a filter is off now; it then counts as asked. */
export function isOff(fault: Fault): boolean {
  if (broken !== fault) return false;
  times += 1;
  return true;
}

/** Opens all levels in the statements of a broken filter, from now on. */
export function interceptStatements(): () => void {
  const { prototype } = Client as unknown as { prototype: { query: (...parameters: unknown[]) => unknown } };
  const { query } = prototype;
  prototype.query = function intercepted(this: Client, ...[statement, ...rest]: unknown[]) {
    return query.call(this, isQuery(statement) ? opened(statement) : statement, ...rest);
  };
  return () => {
    prototype.query = query;
  };
}

function isQuery(statement: unknown): statement is QueryConfig {
  return typeof statement === 'object' && statement !== null && 'text' in statement && 'values' in statement;
}

/** Without its name, as a statement of that name has another text. */
function opened({ name, text, ...rest }: QueryConfig): QueryConfig {
  const known = Object.entries(STATEMENTS).filter(
    ([, [form, filter]]) => form.test(text) && text.search(filter) !== -1,
  );
  const [, off] = known.find(([fault]) => isOff(fault as Fault)) ?? [];
  if (!off) return { ...(name === undefined ? {} : { name }), text, ...rest };
  return { ...rest, text: text.replace(off[1], off[2]) };
}

/** The filter of the embedded index, which both legs of a search use. */
export function brokenFilter(compile: typeof compileFilter): typeof compileFilter {
  return (filter) => {
    const { access: _off, ...others } = filter;
    return compile(isOff('index filter') ? others : filter);
  };
}
