import { type InferEntity, defineEntity, p } from '@mikro-orm/core';
import { revision, siteFilter, siteRow, updatedAt } from '../../database/site-entity.ts';
import type { Defaults } from '../../shared/patch.ts';
import type { WebhookEvent } from './webhook-event.ts';

/** A URL that gets the events of a site. */
export const WebhookEndpointEntity = defineEntity({
  name: 'WebhookEndpoint',
  tableName: 'webhook_endpoint',
  filters: siteFilter(),
  properties: {
    ...siteRow,
    url: p.text(),
    description: p.text().nullable(),
    events: p.array().$type<WebhookEvent[]>(),
    /** Types of the content items whose events are sent; empty: all. */
    contentTypes: p.array().$type<string[]>(),
    languages: p.array().$type<string[]>(),
    enabled: p.boolean(),
    /** The reason why the service has disabled the endpoint. */
    disabledReason: p.text().nullable(),
    /** The encrypted secret. */
    secret: p.text(),
    /** The secret before the last rotation, encrypted; requests are signed with both until `formerSecretUntil`. */
    formerSecret: p.text().nullable(),
    formerSecretUntil: p.datetime().nullable(),
    /** The number of requests that failed since the last that succeeded. */
    failures: p.integer().onCreate(() => 0),
    /** No request is sent before. */
    pausedUntil: p.datetime().nullable(),
    updatedAt,
    revision,
  },
});

/** The values of an endpoint where nothing is said. */
export const WEBHOOK_ENDPOINT_DEFAULTS: Defaults<
  Pick<InferEntity<typeof WebhookEndpointEntity>, 'description' | 'contentTypes' | 'languages' | 'enabled'>
> = {
  contentTypes: [],
  languages: [],
  enabled: true,
};
