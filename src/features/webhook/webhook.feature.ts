import { defineFeature } from '../feature.ts';
import type { JobService } from '../job/job.service.ts';
import { DeliverWebhooks, type DeliveryDependencies } from './deliver-webhooks.ts';
import { DispatchWebhooks } from './dispatch-webhooks.ts';
import { WebhookDeliveryEntity } from './webhook-delivery.entity.ts';
import { WebhookDeliveryResolver } from './webhook-delivery.resolver.ts';
import { WebhookDeliveryService, expireDeliveries } from './webhook-delivery.service.ts';
import { WebhookEndpointEntity } from './webhook-endpoint.entity.ts';
import { WebhookEndpointResolver } from './webhook-endpoint.resolver.ts';
import { WebhookEndpointService } from './webhook-endpoint.service.ts';

export const webhookFeature = defineFeature({
  entities: [WebhookEndpointEntity, WebhookDeliveryEntity],
  resolvers: [WebhookEndpointResolver, WebhookDeliveryResolver],
  create: (dependencies: DeliveryDependencies & { jobs: JobService }) => {
    const { database, jobs } = dependencies;
    const endpoints = new WebhookEndpointService(dependencies);
    const deliveries = new WebhookDeliveryService(endpoints, dependencies);
    const dispatch = new DispatchWebhooks(database, jobs);
    return {
      services: {},
      resolvers: [new WebhookEndpointResolver(endpoints), new WebhookDeliveryResolver(deliveries)],
      work: {
        webhooks: {
          handlers: { 'dispatch-webhooks': dispatch, 'deliver-webhooks': new DeliverWebhooks(dependencies) },
          maintenance: async () => {
            await expireDeliveries(database.system);
            await dispatch.dispatchAll();
          },
        },
      },
    };
  },
});
