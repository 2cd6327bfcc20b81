import { expect, test } from 'vitest';
import { ALONG_THE_INDEX, CLAIM } from '../../../src/features/job/job.rows.ts';
import { newId } from '../../../src/shared/ids.ts';
import { useService, useSite } from '../../support/use-service.ts';

const service = useService();
const site = useSite(service);

const KIND = 'apply-content-schedule';
const WAITING = `insert into job (id, site_id, lane, kind, key, payload, status, attempts, run_at, created_at)
  select gen_random_uuid(), $1::uuid, $1::uuid, $2, 'claim ' || n, '{}', 'queued', 0, now(), now()
  from generate_series(1, 1000) n`;

class RolledBack extends Error {}

interface Explained {
  'QUERY PLAN': { Plan: Record<'Actual Rows' | 'Shared Hit Blocks', number> }[];
}

test('two batches of 200 are claimed without choosing them again for each waiting job', async () => {
  let plan: Explained['QUERY PLAN'][number]['Plan'] | undefined;
  // Rolled back, so that no worker sees the jobs. PostgreSQL has no statistics of them, as of any queue.
  const claiming = service.app.database.system.write(async (tx) => {
    await tx.rows(WAITING, [site.id, KIND]);
    await tx.rows(ALONG_THE_INDEX);
    const values = [2, 30, [KIND], [], newId(), 2, [], [KIND], 199];
    const [explained] = await tx.rows<Explained>(`explain (analyze, buffers, format json) ${CLAIM}`, values);
    plan = explained?.['QUERY PLAN'][0]?.Plan;
    throw new RolledBack();
  });
  await expect(claiming).rejects.toBeInstanceOf(RolledBack);
  expect(plan?.['Actual Rows']).toBe(400);
  // 7,500; each choosing takes about 1,000.
  expect(plan?.['Shared Hit Blocks']).toBeLessThan(30_000);
});
