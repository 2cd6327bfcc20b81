import pg from 'pg';
import { inject } from 'vitest';
import { SERVICE_ROLE } from '../../src/database/connection/orm.ts';
import { type RowAccess, SET_SESSION, Session } from '../../src/database/connection/session.ts';
import type { TestService } from '../support/service.ts';
import type { TestSite } from '../support/site.ts';
import { statementsOf } from '../support/statements.ts';
import { use } from '../support/use.ts';

/** A node of a plan; the figures only of a statement that was run. */
export interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Actual Rows'?: number;
  'Actual Loops'?: number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  Plans?: PlanNode[];
}

export interface ExplainedStatement {
  statement: string;
  plan: PlanNode;
}

/** What a caller without a token may read. */
const PUBLIC: RowAccess = { levels: ['public'], subscriptions: [], unpublished: false };

/** Explains what a request runs, under the role and the row-level security of the service. */
export function useExplainer(service: TestService, site: TestSite) {
  // Connected as the owner of the tables, who may fill them and take on the role of the service.
  const owner = use(
    async () => {
      const [row] = await service.app.database.system.rows<{ database: string }>(
        'select current_database() as database',
      );
      const { host, port, user } = inject('testPostgres');
      const client = new pg.Client({ host, port, user, database: row?.database ?? '', ssl: false });
      await client.connect();
      return client;
    },
    (client) => client.end(),
  );

  /** @param run also runs the statements, for the figures of their plans */
  async function explain(
    work: () => Promise<{ status: number }>,
    { run = false, access = PUBLIC }: { run?: boolean; access?: RowAccess | null } = {},
  ): Promise<ExplainedStatement[]> {
    const { answer, statements, values } = await statementsOf(work);
    if (answer.status !== 200) throw new Error(`The request to explain was answered with ${answer.status}`);
    await owner.query(SET_SESSION, Object.values(new Session(site.id, access).variables));
    await owner.query(`set role ${SERVICE_ROLE}`);
    const explained: ExplainedStatement[] = [];
    for (const [index, statement] of statements.entries()) {
      if (!/^\s*(\/\*.*?\*\/\s*)?(select|with)\b/i.test(statement)) continue;
      const options = run ? 'analyze, timing off, format json' : 'format json';
      const { rows } = await owner.query<{ 'QUERY PLAN': { Plan: PlanNode }[] }>(
        `explain (${options}) ${statement}`,
        values[index],
      );
      const [entry] = rows[0]?.['QUERY PLAN'] ?? [];
      if (entry) explained.push({ statement, plan: entry.Plan });
    }
    await owner.query('reset role');
    return explained;
  }

  return { owner, explain };
}

/** A plan and all that it consists of. */
export function nodesOf(plan: PlanNode): PlanNode[] {
  return [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];
}
