import { Field, InputType, Int, ObjectType } from 'type-graphql';
import { Bounds } from '../../api/input-bounds.ts';
import { partialInput, requiredInput } from '../../api/input-of.ts';
import { Resource } from '../../api/resource.types.ts';
import { DateTime } from '../../api/scalars.ts';
import { Scope } from '../../api/scope.ts';
import { Visible } from '../../api/visible.ts';
import { SLUG, textFormat } from '../../shared/bounds.ts';
import { LANGUAGE_CODE } from '../content/language-codes.ts';
import { WEBHOOK_EVENTS, type WebhookEvent } from './webhook-event.ts';

export const URL_LENGTH = 2048;
const MAX_FILTERS = 100;
const EVENT = textFormat(
  new RegExp(`^(${WEBHOOK_EVENTS.map((name) => name.replace('.', '\\.')).join('|')})$`),
  50,
  `must be one of ${WEBHOOK_EVENTS.join(', ')}`,
);

@Visible('written')
@ObjectType({ description: 'A URL that gets the events of the site.', simpleResolvers: true })
export class WebhookEndpoint extends Resource {
  @Field(() => String, {
    description:
      'URL that gets a POST for each event, http or https, at most 2,048 characters. Private addresses are rejected unless the deployment allows the host.',
  })
  @Bounds({ filled: true, maxLength: URL_LENGTH })
  url!: string;

  @Field(() => String, { nullable: true, description: 'What the endpoint is for, at most 300 characters.' })
  @Bounds({ maxLength: 300 })
  description!: string | null;

  @Field(() => [String], { description: `Events that it gets: ${WEBHOOK_EVENTS.join(', ')}. At least one.` })
  @Bounds({ filled: true, maxItems: WEBHOOK_EVENTS.length, items: { format: EVENT } })
  events!: WebhookEvent[];

  @Field(() => [String], {
    description:
      'Only events of content items of these types, by slug, at most 100. Other events are not filtered. Default: all types.',
  })
  @Bounds({ maxItems: MAX_FILTERS, items: { format: SLUG } })
  contentTypes!: string[];

  @Field(() => [String], {
    description:
      'Only events of content items in these languages, at most 100. Other events are not filtered. Default: all languages.',
  })
  @Bounds({ maxItems: MAX_FILTERS, items: { format: LANGUAGE_CODE } })
  languages!: string[];

  @Field(() => Boolean, {
    description:
      'Whether events are sent. Default true. While it is false, new events are left out, and those that wait are sent after it is enabled again, if that is within 24 hours.',
  })
  enabled!: boolean;

  @Field(() => String, {
    nullable: true,
    description: 'Why the service has disabled the endpoint; null if it has not.',
  })
  disabledReason!: string | null;

  @Field(() => Int, { description: 'Failed requests since the last that succeeded.' })
  failures!: number;

  @Field(() => DateTime, {
    nullable: true,
    description:
      'After five failures in a row, or a `Retry-After` with status 429 or 503, the endpoint pauses until then; null if it does not.',
  })
  pausedUntil!: string | null;

  @Scope('write')
  @Field(() => String, {
    nullable: true,
    description:
      'Secret that signs the requests (Standard Webhooks). Only returned by `createWebhookEndpoint` and `rotateWebhookSecret`; otherwise null.',
  })
  secret!: string | null;
}

@InputType({ description: 'Changes to a webhook endpoint. Omitted fields keep their value.' })
export class UpdateWebhookEndpointInput extends partialInput(WebhookEndpoint, {
  omit: ['id', 'disabledReason', 'failures', 'pausedUntil', 'secret', 'createdAt', 'updatedAt', 'revision'],
}) {}

@InputType({ description: 'A new webhook endpoint.' })
export class CreateWebhookEndpointInput extends requiredInput(UpdateWebhookEndpointInput, ['url', 'events']) {}
