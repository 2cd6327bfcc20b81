import { InputType } from 'type-graphql';
import { partialInput, requiredInput } from '../../graphql/input-of.ts';
import { WebhookEndpoint } from './webhook-endpoint.types.ts';

@InputType({ description: 'Changes to a webhook endpoint. Omitted fields keep their value.' })
export class UpdateWebhookEndpointInput extends partialInput(WebhookEndpoint, {
  omit: ['id', 'disabledReason', 'failures', 'pausedUntil', 'secret', 'createdAt', 'updatedAt', 'revision'],
}) {}

@InputType({ description: 'A new webhook endpoint.' })
export class CreateWebhookEndpointInput extends requiredInput(UpdateWebhookEndpointInput, ['url', 'events']) {}
