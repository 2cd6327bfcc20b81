import type { Database } from '../../database/database.ts';
import type { Egress } from '../../ports/egress.ts';
import type { SecretBox } from '../../shared/secret-box.ts';
import { defineFeature } from '../feature.ts';
import type { JobService } from '../job/job.service.ts';
import { DeliverWebhooks } from './deliver-webhooks.ts';
import { DispatchWebhooks } from './dispatch-webhooks.ts';
import { WebhookDeliveryEntity } from './webhook-delivery.entity.ts';
import { WebhookDeliveryResolver } from './webhook-delivery.resolver.ts';
import { WebhookDeliveryService, tidyDeliveries } from './webhook-delivery.service.ts';
import { WebhookEndpointEntity } from './webhook-endpoint.entity.ts';
import { WebhookEndpointResolver } from './webhook-endpoint.resolver.ts';
import { WebhookEndpointService } from './webhook-endpoint.service.ts';

interface WebhookNeeds {
  database: Database;
  egress: Egress;
  secrets: SecretBox;
  jobs: JobService;
}

export const webhookFeature = defineFeature({
  entities: [WebhookEndpointEntity, WebhookDeliveryEntity],
  resolvers: [WebhookEndpointResolver, WebhookDeliveryResolver],
  create: ({ database, egress, secrets, jobs }: WebhookNeeds) => {
    const endpoints = new WebhookEndpointService(egress, secrets, jobs);
    const deliveries = new WebhookDeliveryService(endpoints, { egress, secrets, jobs });
    const dispatch = new DispatchWebhooks(database, jobs);
    const deliver = new DeliverWebhooks({ database, egress, secrets, jobs });
    return {
      services: {},
      resolvers: [new WebhookEndpointResolver(endpoints), new WebhookDeliveryResolver(deliveries)],
      work: {
        webhooks: {
          handlers: { 'dispatch-webhooks': dispatch, 'deliver-webhooks': deliver },
          maintenance: async () => {
            await tidyDeliveries(database.system);
            await dispatch.dispatchAll();
          },
        },
      },
    };
  },
});
