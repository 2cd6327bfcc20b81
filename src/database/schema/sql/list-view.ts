/** Tables whose lists are read through a view, and its name. */
export const LIST_VIEWS = { content_item: 'content_list', asset: 'asset_list' } as const;
export type ListedTable = keyof typeof LIST_VIEWS;

export function isListedTable(table: string): table is ListedTable {
  return Object.hasOwn(LIST_VIEWS, table);
}

/**
 * A view of the rows of a table that the row-level security of the table shows, by the same conditions. PostgreSQL
 * evaluates policies before every operator that it does not consider leakproof, such as those of arrays, `like` and
 * `numeric`, and therefore uses no index for them; in a view they are conditions like any other.
 */
export function listView(table: ListedTable): string {
  return `do $$ begin
  execute (
    select 'create or replace view ${LIST_VIEWS[table]} as select * from ${table} where '
      || string_agg('(' || qual || ')', ' and ' order by policyname)
    from pg_policies where schemaname = current_schema() and tablename = '${table}'
  );
end $$`;
}

/**
 * Recreates the view after a change of the columns or the policies of the table. A column that is removed needs
 * `drop view` before.
 */
export function updateListView(table: ListedTable): string[] {
  return [listView(table), ...readOnly(LIST_VIEWS[table])];
}

/** Row-level security would not apply to writes through a view: the owner of the view would do them. */
export function readOnly(view: string): string[] {
  return [`revoke all on ${view} from lectern_service`, `grant select on ${view} to lectern_service`];
}
