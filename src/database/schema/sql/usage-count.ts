import { type TriggerSchema, statementTriggers } from './trigger-schema.ts';

/** The SQL of the amount in a row `r`, by resource. */
export type UsageAmounts = Readonly<Record<string, string>>;

const usageFunction = (table: string): string => `count_${table}_usage`;

/**
 * Every statement that changes the table appends to `site_usage` what it adds to the usage of its site or takes from it, in
 * its transaction.
 */
export function countUsage(table: string, amounts: UsageAmounts): string {
  // A site that is being deleted takes its usage along.
  const removed = `(select * from removed where exists (select from site s where s.id = removed.site_id))`;
  const both = '(select *, 1 as sign from added union all select *, -1 from removed)';
  return `create function ${usageFunction(table)}() returns trigger language plpgsql as $$
    begin
      if tg_op = 'INSERT' then ${appendUsage('added', amounts, '1')};
      elsif tg_op = 'DELETE' then ${appendUsage(removed, amounts, '-1')};
      else ${appendUsage(both, amounts, 'r.sign')};
      end if;
      return null;
    end
  $$`;
}

export function usageTriggers(table: string, amounts: UsageAmounts): TriggerSchema[] {
  const resources = Object.keys(amounts).map((resource) => `\`${resource}\``);
  return statementTriggers(usageFunction(table), {
    rows: {
      insert: 'new table as added',
      update: 'old table as removed new table as added',
      delete: 'old table as removed',
    },
    purpose: `Counts ${resources.join(', ')} toward the limits of the plan.`,
  });
}

function appendUsage(rows: string, amounts: UsageAmounts, sign: string): string {
  const values = Object.entries(amounts).map(([resource, amount]) => `('${resource}', (${amount})::bigint)`);
  return `insert into site_usage (site_id, resource, amount)
    select r.site_id, u.resource, sum(${sign} * u.amount)
    from ${rows} r cross join lateral (values ${values.join(', ')}) u (resource, amount)
    group by r.site_id, u.resource having sum(${sign} * u.amount) <> 0`;
}

/** Octets of texts of the row `r`, which may be JSON by column. Only of values, so that the same row always has the same number. */
export function octets(texts: readonly string[]): string {
  return texts.map((text) => `coalesce(octet_length(${text}), 0)`).join(' + ');
}
