import { Field, ID, Int, ObjectType } from 'type-graphql';
import { createEnum } from '../../api/enum.ts';
import { createPageType } from '../../api/page.types.ts';
import { DateTime, GraphQLJSONObject } from '../../api/scalars.ts';
import { Visible } from '../../api/visible.ts';
import { DELIVERY_STATUSES, type DeliveryStatus } from './webhook-delivery.entity.ts';

export const DeliveryStatusEnum = createEnum(
  'WebhookDeliveryStatus',
  DELIVERY_STATUSES,
  'Whether an event waits for the endpoint (pending), was accepted by it (delivered) or is not sent any more (failed).',
);

@Visible('written')
@ObjectType({ description: 'An event for an endpoint, and its last request.', simpleResolvers: true })
export class WebhookDelivery {
  @Field(() => ID, { description: 'Identifier. The header `webhook-id` of its requests is `msg_` and this.' })
  id!: string;

  @Field(() => ID, { description: 'Id of the endpoint.' })
  endpointId!: string;

  @Field(() => String, { description: 'Name of the event, such as `content.published`, or `test`.' })
  event!: string;

  @Field(() => ID, { description: 'Id of what the event is about. Its events are sent in order.' })
  subjectId!: string;

  @Field(() => DeliveryStatusEnum, { description: 'Whether the endpoint has accepted it.' })
  status!: DeliveryStatus;

  @Field(() => DateTime, { description: 'When the event happened.' })
  createdAt!: string;

  @Field(() => Int, { description: 'Number of requests since the event, or since `redeliverWebhook`.' })
  attempts!: number;

  @Field(() => DateTime, { nullable: true, description: 'When it is sent again at the earliest; null if it is not.' })
  nextAttemptAt!: string | null;

  @Field(() => DateTime, { nullable: true, description: 'When the last request was sent; null if none was.' })
  attemptedAt!: string | null;

  @Field(() => GraphQLJSONObject, {
    nullable: true,
    description: 'Headers of the last request, with the signature as `***`; null if none was sent.',
  })
  requestHeaders!: Readonly<Record<string, string>> | null;

  @Field(() => String, { description: 'JSON body of the requests.' })
  requestBody!: string;

  @Field(() => Int, { nullable: true, description: 'Duration of the last request in milliseconds.' })
  durationMs!: number | null;

  @Field(() => Int, { nullable: true, description: 'HTTP status of the last response; null if there was none.' })
  responseStatus!: number | null;

  @Field(() => String, { nullable: true, description: 'The first 4,096 bytes of the last response; null without any.' })
  responseBody!: string | null;

  @Field(() => String, { nullable: true, description: 'Why the last request failed; null if it succeeded.' })
  error!: string | null;
}

@ObjectType({ description: 'A page of deliveries to an endpoint, latest first.', simpleResolvers: true })
export class WebhookDeliveryPage extends createPageType(WebhookDelivery) {}
