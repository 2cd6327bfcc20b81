import { Field, ID, ObjectType, registerEnumType } from 'type-graphql';
import { enumOf } from '../../graphql/enum.ts';
import { pageOf } from '../../graphql/page-type.ts';
import { DateTime, GraphQLJSONObject } from '../../graphql/scalars.ts';
import { WEBHOOK_METHODS } from './webhook-tool.entity.ts';
import type { InputSchema, WebhookMethod } from './webhook-tool.entity.ts';

export const WebhookMethodEnum = enumOf(WEBHOOK_METHODS);
registerEnumType(WebhookMethodEnum, {
  name: 'WebhookMethod',
  description: 'How inputs go out: as a query string (GET) or as a JSON body (POST).',
});

@ObjectType({ description: 'An endpoint that the agent may call during a chat.', simpleResolvers: true })
export class WebhookTool {
  @Field(() => ID, { description: 'Identifier.' })
  id!: string;

  @Field(() => String, { description: 'What the agent calls it: `^[a-z][a-z0-9_]{0,63}$`, unique in the site.' })
  name!: string;

  @Field(() => String, { description: 'Tells the agent when to use it.' })
  description!: string;

  @Field(() => GraphQLJSONObject, { description: 'JSON Schema (2020-12) of its inputs, of type `object`.' })
  inputSchema!: InputSchema;

  @Field(() => String, { description: 'URL that is called.' })
  endpoint!: string;

  @Field(() => WebhookMethodEnum, { description: 'How inputs go out.' })
  method!: WebhookMethod;

  @Field(() => GraphQLJSONObject, {
    description: 'Headers that are sent along, by name. Values are never read back: each shows as `***`.',
  })
  headers!: Readonly<Record<string, string>>;

  @Field(() => String, {
    nullable: true,
    description: 'Dot path of the part of the JSON answer that the agent is given, such as `data.items.0`; null: all.',
  })
  resultPath!: string | null;

  @Field(() => Boolean, { description: 'False keeps it from the agent.' })
  enabled!: boolean;

  @Field(() => String, {
    nullable: true,
    description:
      'Secret that calls are signed with (Standard Webhooks). Only in the answers of `createWebhookTool` and `rotateWebhookToolSecret`, else null.',
  })
  signingSecret!: string | null;

  @Field(() => DateTime, { description: 'When it was created.' })
  createdAt!: string;

  @Field(() => DateTime, { description: 'When it was last changed.' })
  updatedAt!: string;
}

@ObjectType({ description: 'A page of webhook tools, by name.', simpleResolvers: true })
export class WebhookToolPage extends pageOf(WebhookTool) {}
