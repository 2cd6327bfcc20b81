import type { Rows } from '../../database/database.ts';
import { readById } from '../../database/revision.ts';
import { type TableRow, table } from '../../database/table.ts';
import { Where } from '../../database/where.ts';
import { badRequest, notFound } from '../../shared/errors.ts';
import { isId, newId } from '../../shared/ids.ts';
import { type Page, type PageRequest, type Sort, readPage } from '../../database/pagination.ts';
import type { Viewer } from '../../access/viewer.ts';
import { type DeliveryStatus, WebhookDeliveryEntity } from './webhook-delivery.entity.ts';
import type { WebhookDelivery } from './webhook-delivery.types.ts';
import type { WebhookEndpointService } from './webhook-endpoint.service.ts';
import { TEST_EVENT } from './webhook-event.ts';
import { SELECT_TARGET } from './webhook-queue.rows.ts';
import { type WebhookDependencies, requestHeaders, sendWebhook } from './webhook-sender.ts';

const deliveries = table(WebhookDeliveryEntity, 'd', { omit: ['siteId', 'seq', 'expiresAt'] });
const { c } = deliveries;
const LATEST: Sort = { expression: c.createdAt, direction: 'desc', type: 'timestamptz', nullable: false };
export const DELIVERY_PAGES = { default: 20, max: 100 };
const MAX_COUNTED = 10_000;

const LOG_TEST = `insert into webhook_delivery (id, site_id, endpoint_id, event, subject_id, body, status, created_at, attempts,
    expires_at, attempted_at, duration_ms, response_status, response_body, error)
  values ($2, $1, $3, '${TEST_EVENT}', $3, $4, $5, now(), 1, now(), $6, $7, $8, $9, $10)`;

const REQUEUE = `update webhook_delivery set status = 'pending', attempts = 0, next_attempt_at = now(),
    expires_at = now() + interval '24 hours'
  where site_id = $1 and id = $2 returning endpoint_id as "endpointId"`;

/** The requests to their endpoints as owners see, try and repeat them. */
export class WebhookDeliveryService {
  private readonly endpoints: WebhookEndpointService;
  private readonly dependencies: WebhookDependencies;

  constructor(endpoints: WebhookEndpointService, dependencies: WebhookDependencies) {
    this.endpoints = endpoints;
    this.dependencies = dependencies;
  }

  async list(
    viewer: Viewer,
    endpointId: string,
    status: DeliveryStatus | null,
    page: PageRequest,
  ): Promise<Page<WebhookDelivery>> {
    await this.endpoints.get(viewer, endpointId);
    return readPage(viewer.scope, page, {
      table: deliveries,
      where: new Where().equal(c.siteId, viewer.site.id).equal(c.endpointId, endpointId).equal(c.status, status),
      sort: LATEST,
      sizes: DELIVERY_PAGES,
      toItem: toDelivery,
      sortValue: ({ createdAt }) => createdAt,
      maxTotal: MAX_COUNTED,
    });
  }

  /** Sends a test event at once, also to a disabled endpoint. It is not repeated. */
  async test(viewer: Viewer, endpointId: string, signal?: AbortSignal): Promise<WebhookDelivery> {
    const target = await readById(viewer.scope, SELECT_TARGET, endpointId, 'Webhook endpoint');
    const id = newId();
    const body = JSON.stringify({ type: TEST_EVENT, timestamp: new Date().toISOString(), data: { endpointId } });
    const result = await sendWebhook(this.dependencies, target, { id, body }, signal);
    const { attemptedAt, durationMs, responseStatus, responseBody, error } = result;
    const status: DeliveryStatus = error === null ? 'delivered' : 'failed';
    const outcome = [attemptedAt.toISOString(), durationMs, responseStatus, responseBody, error];
    await viewer.scope.change(LOG_TEST, [viewer.site.id, id, endpointId, body, status, ...outcome]);
    return this.get(viewer, id);
  }

  /** Queues it again for 24 hours, and ends a pause of the endpoint. @throws ServiceError 404; 400 if it is disabled */
  async redeliver(viewer: Viewer, id: string): Promise<WebhookDelivery> {
    await viewer.scope.write(async (tx) => {
      const delivery = isId(id) ? await tx.row<{ endpointId: string }>(REQUEUE, [tx.siteId, id]) : null;
      if (!delivery) throw notFound('Webhook delivery');
      const { endpointId } = delivery;
      const [endpoint] = await tx.rows<{ enabled: boolean }>(
        'update webhook_endpoint set paused_until = null where site_id = $1 and id = $2 returning enabled',
        [tx.siteId, endpointId],
      );
      if (!endpoint?.enabled) throw badRequest('deliveryId', 'The endpoint of the delivery is disabled');
      await this.dependencies.jobs.enqueue(tx, { kind: 'deliver-webhooks', key: endpointId });
    });
    return this.get(viewer, id);
  }

  private async get(viewer: Viewer, id: string): Promise<WebhookDelivery> {
    return toDelivery(await readById(viewer.scope, deliveries.byId, id, 'Webhook delivery'));
  }
}

function toDelivery({ body, ...row }: TableRow<typeof deliveries>): WebhookDelivery {
  const at = row.attemptedAt === null ? null : new Date(row.attemptedAt);
  const headers = at && { ...requestHeaders({ id: row.id, at, body, secrets: [] }), 'webhook-signature': '***' };
  return { ...row, requestBody: body, requestHeaders: headers };
}

/** The number of finished deliveries that are kept of each endpoint, and the days for which they are kept. */
const MAX_FINISHED_DELIVERIES = 10_000;
const RETENTION_DAYS = 14;

/** Lets deliveries of all sites fail that were not sent within their time, and deletes old entries of the log. */
export async function expireDeliveries(system: Rows): Promise<void> {
  await system.rows(
    `update webhook_delivery set status = 'failed', next_attempt_at = null,
       error = coalesce(error, 'The endpoint did not accept events for 24 hours')
     where status = 'pending' and expires_at < now() - interval '1 hour'`,
  );
  await system.rows(`delete from webhook_delivery d where d.created_at < now() - interval '${RETENTION_DAYS} days'
    and (d.status <> 'pending' or not exists (select 1 from webhook_endpoint e where e.id = d.endpoint_id))`);
  await system.rows(`delete from webhook_delivery d using (
      select e.id, (select l.created_at from webhook_delivery l where l.endpoint_id = e.id
        order by l.created_at desc offset ${MAX_FINISHED_DELIVERIES} limit 1) as last
      from webhook_endpoint e
    ) old
    where d.endpoint_id = old.id and d.created_at <= old.last and d.status <> 'pending'`);
}
