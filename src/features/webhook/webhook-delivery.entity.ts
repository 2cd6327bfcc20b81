import { defineEntity, p } from '@mikro-orm/core';
import { siteFilter, siteRow } from '../../database/site-entity.ts';

/** `pending`: queued, or to be tried again. `failed`: not tried again. */
export const DELIVERY_STATUSES = ['pending', 'delivered', 'failed'] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

/** An event for one endpoint, and what became of it. Written by triggers of PostgreSQL with the change. */
export const WebhookDeliveryEntity = defineEntity({
  name: 'WebhookDelivery',
  tableName: 'webhook_delivery',
  filters: siteFilter(),
  properties: {
    ...siteRow,
    /** Order of the events of a subject. */
    seq: p.bigint('number'),
    endpointId: p.uuid(),
    event: p.text(),
    /** The subject of the event: its events are delivered one after the other. */
    subjectId: p.uuid(),
    body: p.text(),
    status: p.text().$type<DeliveryStatus>(),
    /** The attempts are counted since the delivery was queued, by the event or by hand. */
    attempts: p.integer(),
    nextAttemptAt: p.datetime().nullable(),
    /** A failure after that is the last. */
    expiresAt: p.datetime(),
    attemptedAt: p.datetime().nullable(),
    durationMs: p.integer().nullable(),
    responseStatus: p.integer().nullable(),
    responseBody: p.text().nullable(),
    error: p.text().nullable(),
  },
});
