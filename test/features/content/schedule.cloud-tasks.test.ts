import { expect, test } from 'vitest';
import { startCloudTasksDouble } from '../../support/cloud-tasks-double.ts';
import { useOwnService, useSite } from '../../support/use-service.ts';
import { use } from '../../support/use.ts';
import { type Item, createItem } from './items.ts';

// Nothing in the service runs by itself: Cloud Tasks delivers its jobs, and a scheduler calls the sweep.

const double = use(() => startCloudTasksDouble());
const service = useOwnService(() => double.environment);
const site = useSite(service);

const DAY = 24 * 3_600_000;

async function scheduled(aheadMs: number): Promise<string> {
  const { _id } = await createItem(site);
  const publishAt = new Date(Date.now() + aheadMs).toISOString();
  expect((await site.put(`/content/${_id}/schedule`, { publishAt })).status).toBe(200);
  return _id;
}

/** When the tasks of the item are to be delivered. */
async function tasksOf(itemId: string): Promise<(string | undefined)[]> {
  const rows = await service.app.database.system.rows<{ id: string }>(
    `select id from job where kind = 'apply-content-schedule' and key = $1`,
    [itemId],
  );
  const of = ({ httpRequest }: { httpRequest: { url: string } }) =>
    rows.some(({ id }) => httpRequest.url.includes(`/internal/jobs/${id}?`));
  return double.created.filter(of).map(({ scheduleTime }) => scheduleTime);
}

const stateOf = async (id: string) => {
  const { status, revision } = (await site.get<Item>(`/content/${id}`)).body.data;
  return { status, revision };
};

test('what is scheduled further ahead than a task can be has one once it is near, and what no task came for is caught up', async () => {
  double.routeTo(service.url);
  const [near, far, overdue] = [await scheduled(DAY / 24), await scheduled(40 * DAY), await scheduled(400 * DAY)];
  const [task, ...others] = await tasksOf(near);
  expect(Math.abs(Date.parse(task!) - Date.now() - DAY / 24)).toBeLessThan(60_000);
  expect([others, await tasksOf(far), await tasksOf(overdue)]).toEqual([[], [], []]);

  // As if the time had passed, and the service had been away at the time of one.
  await service.app.database.system.rows(
    `update content_schedule set at = case item_id when $1 then now() + interval '1.5 s' else now() - interval '1 h' end
     where item_id in ($1, $2)`,
    [far, overdue],
  );
  await double.sweep();
  await expect.poll(() => stateOf(overdue), { timeout: 10_000 }).toEqual({ status: 'published', revision: 2 });
  await expect.poll(() => stateOf(far), { timeout: 10_000 }).toEqual({ status: 'published', revision: 2 });
  expect(await tasksOf(far)).toHaveLength(1);
  expect(await stateOf(near)).toEqual({ status: 'draft', revision: 1 });
  const { body } = await site.get<{ _id: string }[]>('/content/schedule');
  expect(body.data.map(({ _id }) => _id)).toEqual([near]);
});
