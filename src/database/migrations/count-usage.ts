import type { Migration } from '@mikro-orm/migrations';

/** By resource, SQL of how much of it a row `r` is. */
export type UsageAmounts = Readonly<Record<string, string>>;

/**
 * Every statement that changes the table appends to `site_usage` what it adds to the usage of its site or takes from it, in
 * its transaction. What is there is added at once: the triggers keep writers out until the migration ends.
 */
export function countUsage(migration: Migration, table: string, amounts: UsageAmounts): void {
  const name = `count_${table}_usage`;
  // A site that is being deleted takes its usage along.
  const removed = `(select * from removed where exists (select from site s where s.id = removed.site_id))`;
  const both = '(select *, 1 as sign from added union all select *, -1 from removed)';
  migration.addSql(`create function ${name}() returns trigger language plpgsql as $$
    begin
      if tg_op = 'INSERT' then ${appending('added', amounts, '1')};
      elsif tg_op = 'DELETE' then ${appending(removed, amounts, '-1')};
      else ${appending(both, amounts, 'r.sign')};
      end if;
      return null;
    end
  $$`);
  const transitions = {
    insert: 'new table as added',
    update: 'old table as removed new table as added',
    delete: 'old table as removed',
  };
  for (const [event, tables] of Object.entries(transitions)) {
    migration.addSql(`create trigger ${name}_${event} after ${event} on ${table}
      referencing ${tables} for each statement execute function ${name}()`);
  }
  migration.addSql(appending(table, amounts, '1'));
}

function appending(rows: string, amounts: UsageAmounts, sign: string): string {
  const values = Object.entries(amounts).map(([resource, amount]) => `('${resource}', (${amount})::bigint)`);
  return `insert into site_usage (site_id, resource, amount)
    select r.site_id, u.resource, sum(${sign} * u.amount)
    from ${rows} r cross join lateral (values ${values.join(', ')}) u (resource, amount)
    group by r.site_id, u.resource having sum(${sign} * u.amount) <> 0`;
}
