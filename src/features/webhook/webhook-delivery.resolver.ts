import { Arg, Ctx, Mutation, Query, Resolver } from 'type-graphql';
import { IdArg, PageArg } from '../../api/args.ts';
import type { RequestContext } from '../../api/request-context.ts';
import { Cost, pageCost } from '../../api/cost.ts';
import type { PageInput } from '../../api/page.types.ts';
import { Scope } from '../../api/scope.ts';
import type { DeliveryStatus } from './webhook-delivery.entity.ts';
import { DELIVERY_PAGES, type WebhookDeliveryService } from './webhook-delivery.service.ts';
import { DeliveryStatusEnum, WebhookDelivery, WebhookDeliveryPage } from './webhook-delivery.types.ts';

@Resolver()
export class WebhookDeliveryResolver {
  private readonly deliveries: WebhookDeliveryService;

  constructor(deliveries: WebhookDeliveryService) {
    this.deliveries = deliveries;
  }

  @Scope(['read', 'write'], 'owner')
  @Cost(pageCost(DELIVERY_PAGES))
  @Query(() => WebhookDeliveryPage, {
    description:
      'Deliveries to an endpoint, latest first: those that wait, and the last 10,000 others of the last 14 days. Page size: default 20, maximum 100; `total` counts to 10,000. NOT_FOUND for an unknown endpoint. Requires a key with the scopes read and write, or the role owner.',
  })
  async webhookDeliveries(
    @Ctx() { viewer }: RequestContext,
    @IdArg('endpoint', 'endpointId') endpointId: string,
    @Arg('status', () => DeliveryStatusEnum, { nullable: true, description: 'Only these. Default: all deliveries.' })
    status: DeliveryStatus | null,
    @PageArg() page: PageInput | null,
  ): Promise<WebhookDeliveryPage> {
    return this.deliveries.list(viewer, endpointId, status, page ?? {});
  }

  @Scope('write', 'owner')
  @Cost(5_000)
  @Mutation(() => WebhookDelivery, {
    description:
      'Sends an event `test` to an endpoint, also if it is disabled, and returns the outcome: at most 10 seconds. It is not repeated. NOT_FOUND for an unknown endpoint.',
  })
  async testWebhookEndpoint(
    @Ctx() { viewer, signal }: RequestContext,
    @IdArg('endpoint') id: string,
  ): Promise<WebhookDelivery> {
    return this.deliveries.test(viewer, id, signal);
  }

  @Scope('write', 'owner')
  @Mutation(() => WebhookDelivery, {
    description:
      'Sends an event again, with the same `webhook-id` and body, also if it was delivered before, and ends the pause of its endpoint. Until it is accepted, it is tried for 24 hours. NOT_FOUND for an unknown delivery, BAD_REQUEST if its endpoint is disabled.',
  })
  async redeliverWebhook(
    @Ctx() { viewer }: RequestContext,
    @IdArg('delivery', 'deliveryId') deliveryId: string,
  ): Promise<WebhookDelivery> {
    return this.deliveries.redeliver(viewer, deliveryId);
  }
}
