import { defineFeature } from '../feature.ts';
import type { JobService } from '../job/job.service.ts';
import { DeliverWebhooks, type DeliveryNeeds } from './deliver-webhooks.ts';
import { DispatchWebhooks } from './dispatch-webhooks.ts';
import { WebhookDeliveryEntity } from './webhook-delivery.entity.ts';
import { WebhookDeliveryResolver } from './webhook-delivery.resolver.ts';
import { WebhookDeliveryService, tidyDeliveries } from './webhook-delivery.service.ts';
import { WebhookEndpointEntity } from './webhook-endpoint.entity.ts';
import { WebhookEndpointResolver } from './webhook-endpoint.resolver.ts';
import { WebhookEndpointService } from './webhook-endpoint.service.ts';

export const webhookFeature = defineFeature({
  entities: [WebhookEndpointEntity, WebhookDeliveryEntity],
  resolvers: [WebhookEndpointResolver, WebhookDeliveryResolver],
  create: (needs: DeliveryNeeds & { jobs: JobService }) => {
    const { database, jobs } = needs;
    const endpoints = new WebhookEndpointService(needs);
    const deliveries = new WebhookDeliveryService(endpoints, needs);
    const dispatch = new DispatchWebhooks(database, jobs);
    return {
      services: {},
      resolvers: [new WebhookEndpointResolver(endpoints), new WebhookDeliveryResolver(deliveries)],
      work: {
        webhooks: {
          handlers: { 'dispatch-webhooks': dispatch, 'deliver-webhooks': new DeliverWebhooks(needs) },
          maintenance: async () => {
            await tidyDeliveries(database.system);
            await dispatch.dispatchAll();
          },
        },
      },
    };
  },
});
