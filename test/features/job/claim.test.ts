import { expect, test } from 'vitest';
import type { JobKind } from '../../../src/features/job/job.entity.ts';
import { FORCE_INDEX_SCAN, CLAIM, nextDue } from '../../../src/features/job/job.rows.ts';
import { newId } from '../../../src/shared/ids.ts';
import { insertSite } from '../../support/site-row.ts';
import { useDatabase } from '../../support/use-database.ts';

/** A database of its own: ended jobs of other tests would stand in the index for as long as a transaction may still see them. */
const database = useDatabase();

const WAITING = `insert into job (id, site_id, lane, kind, key, payload, status, attempts, run_at, created_at)
  select gen_random_uuid(), $1::uuid, $1::uuid, $2, 'claim ' || n, '{}', 'queued', 0, now() + $3::interval, now()
  from generate_series(1, 1000) n`;

class RolledBack extends Error {}

interface Explained {
  'QUERY PLAN': { Plan: Record<'Actual Rows' | 'Shared Hit Blocks', number> }[];
}

/** What a statement reads beside 1,000 waiting jobs of the kind, which are due after the time. */
async function planOf(kind: JobKind, due: string, statement: string, values: readonly unknown[], preparation?: string) {
  let plan: Explained['QUERY PLAN'][number]['Plan'] | undefined;
  // Rolled back, so that no worker sees the jobs. PostgreSQL has no statistics of them, as of any queue.
  const explaining = database.system.write(async (tx) => {
    const siteId = await insertSite(tx);
    await tx.rows(WAITING, [siteId, kind, due]);
    if (preparation !== undefined) await tx.rows(preparation);
    const [explained] = await tx.rows<Explained>(`explain (analyze, buffers, format json) ${statement}`, values);
    plan = explained?.['QUERY PLAN'][0]?.Plan;
    throw new RolledBack();
  });
  await expect(explaining).rejects.toBeInstanceOf(RolledBack);
  return plan;
}

test('two batches of 200 are claimed without choosing them again for each waiting job', async () => {
  const kind = 'apply-content-schedule';
  const values = [2, 30, [kind], [], newId(), 2, [], [kind], 199];
  const plan = await planOf(kind, '0', CLAIM, values, FORCE_INDEX_SCAN);
  expect(plan?.['Actual Rows']).toBe(400);
  // 7,500; each choosing takes about 1,000.
  expect(plan?.['Shared Hit Blocks']).toBeLessThan(30_000);
});

test('the next of 1,000 jobs that wait for later is found without reading them', async () => {
  const statement = nextDue(['index-fields', 'clear-field-index']);
  const plan = await planOf('index-fields', '1 hour', statement, []);
  // 20 or more pages have all of them.
  expect(plan?.['Shared Hit Blocks']).toBeLessThan(12);
});
