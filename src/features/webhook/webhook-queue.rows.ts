import { valuesByProperty } from '../../database/columns.ts';
import type { Scope, ScopeTransaction, SiteRows } from '../../database/database.ts';
import { type TableRow, expression, table } from '../../database/table.ts';
import { enqueueStatement, readByIndexScan } from '../job/job.rows.ts';
import { WebhookDeliveryEntity } from './webhook-delivery.entity.ts';
import { WebhookEndpointEntity } from './webhook-endpoint.entity.ts';
import type { DeliveryOutcome } from './webhook-sender.ts';

const targets = table(WebhookEndpointEntity, 'e', {
  only: ['id', 'url', 'enabled', 'secret', 'failures'],
  add: {
    formerSecret: expression<string | null>('case when e.former_secret_until > now() then e.former_secret end'),
    pausedSeconds: expression<number>('greatest(0, extract(epoch from e.paused_until - now()))::float8'),
  },
});
export type DeliveryTarget = TableRow<typeof targets>;
export const SELECT_TARGET = targets.select('where e.site_id = $1 and e.id = $2');

const due = table(WebhookDeliveryEntity, 'd', { only: ['id', 'body', 'attempts'] });
export type DueDelivery = TableRow<typeof due>;
const DUE = due.select(`where d.site_id = $1 and d.endpoint_id = $2 and d.status = 'pending' and d.attempts >= 0
  and d.next_attempt_at <= now() and d.seq = (
    select min(first.seq) from webhook_delivery first where first.endpoint_id = d.endpoint_id and first.status = 'pending'
      and first.subject_id = d.subject_id)
  order by d.seq limit $3`);

/**
 * Selects the first waiting event of each subject, if that is due. It follows the indexes, whatever the statistics say: as
 * those of any queue they are outdated, and all that waits would be read for each event.
 */
export function readDue(scope: Scope, endpointId: string, max: number): Promise<DueDelivery[]> {
  return readByIndexScan(scope, DUE, [scope.siteId, endpointId, max]);
}

/** Jobs for the endpoints with something to send, when they do not pause. @param which of the table `e` */
export const enqueueDeliveries = (which: string) =>
  enqueueStatement(`select gen_random_uuid(), e.site_id, e.site_id, 'deliver-webhooks', e.id::text, '{}'::jsonb, 'queued', 0,
      greatest(now(), e.paused_until), now()
    from webhook_endpoint e where ${which} and e.enabled
      and exists (select 1 from webhook_delivery d where d.endpoint_id = e.id and d.status = 'pending')`);

/** Seconds until the next retry of the endpoint $2; null without any. */
export const NEXT_RETRY = `select greatest(0, extract(epoch from min(d.next_attempt_at) - now()))::float8 as seconds
  from webhook_delivery d where d.site_id = $1 and d.endpoint_id = $2 and d.status = 'pending' and d.attempts > 0`;

/** The outcome of an attempt of a delivery. `retrySeconds` counts after a failure. */
export type DeliveryAttempt = DeliveryOutcome & { id: string; retrySeconds: number };

const RECORD = `update webhook_delivery d set attempts = d.attempts + 1, attempted_at = r.attempted_at,
    duration_ms = r.duration_ms, response_status = r.response_status, response_body = r.response_body, error = r.error,
    status = case when r.error is null then 'delivered' when r.next > d.expires_at then 'failed' else 'pending' end,
    next_attempt_at = case when r.error is not null and r.next <= d.expires_at then r.next end
  from (select *, now() + make_interval(secs => retry_seconds) as next
    from unnest($2::uuid[], $3::timestamptz[], $4::int[], $5::int[], $6::text[], $7::text[], $8::float8[])
      as one (id, attempted_at, duration_ms, response_status, response_body, error, retry_seconds)) r
  where d.site_id = $1 and d.id = r.id`;

export async function recordAttempts(tx: ScopeTransaction, attempts: readonly DeliveryAttempt[]): Promise<void> {
  const response = ['responseStatus', 'responseBody', 'error'] as const;
  const values = valuesByProperty(attempts, 'id', 'attemptedAt', 'durationMs', ...response, 'retrySeconds');
  await tx.rows(RECORD, [tx.siteId, ...values]);
}

/** $3 failures, and a pause of $4 seconds; null: no pause. */
export const RECORD_FAILURES = `update webhook_endpoint
  set failures = $3, paused_until = now() + make_interval(secs => $4::float8) where site_id = $1 and id = $2`;

/** Makes all deliveries of an endpoint due after a pause: what failed meanwhile need not wait for its time. */
export const RETRY_ALL = `update webhook_delivery set next_attempt_at = now()
  where site_id = $1 and endpoint_id = $2 and status = 'pending' and attempts > 0 and next_attempt_at > now()`;

export async function disableEndpoint(rows: SiteRows, endpointId: string, reason: string): Promise<void> {
  await rows.rows(
    'update webhook_endpoint set enabled = false, disabled_reason = $3, updated_at = now() where site_id = $1 and id = $2',
    [rows.siteId, endpointId, reason],
  );
}

/** A row if more than $3 events wait for the endpoint $2. */
export const BACKLOG_EXCEEDED = `select 1 from webhook_delivery
  where site_id = $1 and endpoint_id = $2 and status = 'pending' offset $3 limit 1`;
