import { Field, ID, Int, ObjectType } from 'type-graphql';
import { createEnum } from '../../api/enum.ts';
import { createPageType } from '../../api/page.types.ts';
import { DateTime, GraphQLJSON, GraphQLJSONObject } from '../../api/scalars.ts';
import { Visible } from '../../api/visible.ts';
import { WebhookMethodEnum } from './webhook-tool.types.ts';
import { CALL_ORIGINS, type CallOrigin, type WebhookMethod } from './webhook-tool.entity.ts';

export const CallOriginEnum = createEnum(
  'WebhookToolCallOrigin',
  CALL_ORIGINS,
  'Who made a call: the agent in a chat, or a test by `testWebhookTool`.',
);

@Visible('site')
@ObjectType({ description: 'A call of a webhook tool, without what was sent and answered.', simpleResolvers: true })
export class WebhookToolCall {
  @Field(() => ID, { description: 'Identifier.' })
  id!: string;

  @Field(() => CallOriginEnum, { description: 'Who made the call.' })
  origin!: CallOrigin;

  @Field(() => DateTime, { description: 'When the call started.' })
  createdAt!: string;

  @Field(() => Int, { description: 'Duration in milliseconds.' })
  durationMs!: number;

  @Field(() => Int, { nullable: true, description: 'HTTP status; null if no response was received.' })
  status!: number | null;

  @Field(() => String, {
    nullable: true,
    description: 'Why the call failed, without texts of the endpoint; null if it succeeded.',
  })
  error!: string | null;
}

@ObjectType({ description: 'A page of calls of a webhook tool, latest first.', simpleResolvers: true })
export class WebhookToolCallPage extends createPageType(WebhookToolCall) {}

@Visible('written')
@ObjectType({ description: 'The request that a call of a webhook tool sends.', simpleResolvers: true })
export class WebhookToolRequest {
  @Field(() => WebhookMethodEnum, { description: 'HTTP method.' })
  method!: WebhookMethod;

  @Field(() => String, { description: 'URL, with the inputs of a GET.' })
  url!: string;

  @Field(() => GraphQLJSONObject, {
    description: 'Headers by name; those of the tool and the signature are `***`.',
  })
  headers!: Readonly<Record<string, string>>;

  @Field(() => String, { nullable: true, description: 'JSON body of a POST; null for a GET.' })
  body!: string | null;
}

@Visible('written')
@ObjectType({ description: 'The outcome of a call that was sent.', simpleResolvers: true })
export class WebhookToolTestCall {
  @Field(() => Int, { nullable: true, description: 'HTTP status; null if no response was received.' })
  status!: number | null;

  @Field(() => Int, { description: 'Duration in milliseconds.' })
  durationMs!: number;

  @Field(() => String, { nullable: true, description: 'Why it failed, as the agent gets it; null if it succeeded.' })
  error!: string | null;

  @Field(() => GraphQLJSON, { nullable: true, description: 'What the agent gets: the part at `resultPath`.' })
  output!: unknown;
}

@Visible('written')
@ObjectType({ description: 'A test of a webhook tool.', simpleResolvers: true })
export class WebhookToolTest {
  @Field(() => String, {
    nullable: true,
    description: 'Why the input is not valid; then there is no request. Null for a valid input.',
  })
  violation!: string | null;

  @Field(() => WebhookToolRequest, { nullable: true, description: 'The request; null for an invalid input.' })
  request!: WebhookToolRequest | null;

  @Field(() => WebhookToolTestCall, { nullable: true, description: 'The outcome; null if nothing was sent.' })
  call!: WebhookToolTestCall | null;
}
