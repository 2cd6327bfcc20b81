import type { PlanLimits } from '../shared/plan-limits.ts';
import type { Rows } from './database.ts';

/** Stores the limits of all plans, which PostgreSQL compares at every commit. */
export async function storePlanLimits(system: Rows, plans: Readonly<Record<string, PlanLimits>>): Promise<void> {
  const rows = Object.entries(plans).flatMap(([plan, limits]) =>
    Object.entries(limits).map(([resource, max]) => ({ plan, resource, max })),
  );
  await system.rows(
    `insert into plan_limit (plan, resource, max)
     select l.plan, l.resource, l.max from jsonb_to_recordset($1::jsonb) as l (plan text, resource text, max bigint)
     on conflict (plan, resource) do update set max = excluded.max where plan_limit.max <> excluded.max`,
    [JSON.stringify(rows)],
  );
}
