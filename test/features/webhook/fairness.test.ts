import type { ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import { insertSite } from '../../support/site-row.ts';
import { createEndpoint, createItem, deliveriesOf, eventually, startReceiver, useReceiver } from './receiver.ts';

const { service, site, receiver } = useReceiver();

/** As many sites, each with an endpoint like this one and an event that waits for it. */
async function copyToSites(endpointId: string, count: number): Promise<void> {
  const { system } = service.app.database;
  const sites: string[] = [];
  for (let n = 0; n < count; n++) sites.push(await insertSite(system));
  await system.change(
    `with made as (
       insert into webhook_endpoint
         select (jsonb_populate_record(e, jsonb_build_object('id', gen_random_uuid(), 'site_id', s.id))).*
         from webhook_endpoint e cross join site s where e.id = $1 and s.id = any($2::uuid[])
         returning id, site_id),
     queued as (
       insert into webhook_delivery (site_id, endpoint_id, event, subject_id, body, created_at, next_attempt_at, expires_at)
         select site_id, id, 'content.created', id, '{"type": "content.created", "data": {}}', now(), now(),
           now() + interval '1 day' from made)
     insert into job (id, site_id, lane, kind, key, payload, status, attempts, run_at, created_at)
       select gen_random_uuid(), site_id, site_id, 'deliver-webhooks', id::text, '{}', 'queued', 0, now(), now() from made`,
    [endpointId, sites],
  );
  await service.noticeJobs();
}

test('150 endpoints that do not answer, more than the slots of a process, do not keep that of another site waiting', async () => {
  const held: ServerResponse[] = [];
  receiver.answer = (response) => held.push(response);
  const slow = await createEndpoint(site, receiver.url);
  await copyToSites(slow.id, 150);
  // None of them is given up before all have their request.
  await expect.poll(() => held.length, { timeout: 9_000 }).toBe(150);

  const other = await startReceiver();
  const quick = await service.site();
  const { id } = await createEndpoint(quick, other.url);
  await createItem(quick);
  await eventually(quick, async () => expect((await deliveriesOf(quick, id))[0]?.['status']).toBe('delivered'));
  const [ended] = await service.app.database.system.rows<{ count: number }>(
    `select count(*)::int as count from webhook_delivery where attempts > 0 and endpoint_id <> $1`,
    [id],
  );
  expect(ended?.count).toBe(0);
  for (const response of held) response.writeHead(204).end();
  await other.close();
});
