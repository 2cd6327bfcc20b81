import type { Migration } from '@mikro-orm/migrations';

/**
 * The view `content_list`: the rows of `content_item` that the row-level security of the table shows, by the same
 * conditions. PostgreSQL evaluates policies before every operator that it does not consider leakproof, such as those of
 * arrays, `like` and `numeric`, and therefore uses no index for them; in a view they are conditions like any other.
 */
export const CONTENT_LIST = `do $$ begin
  execute (
    select 'create or replace view content_list as select * from content_item where '
      || string_agg('(' || qual || ')', ' and ' order by policyname)
    from pg_policies where schemaname = current_schema() and tablename = 'content_item'
  );
end $$`;

/** After a change of the columns or the policies of `content_item`. A column that is removed needs `drop view` before. */
export function updateContentList(migration: Migration): void {
  migration.addSql(CONTENT_LIST);
  // Row-level security would not apply to writes: the owner of the view would do them.
  migration.addSql('revoke all on content_list from lectern_service');
  migration.addSql('grant select on content_list to lectern_service');
}
