import { Field, ID, ObjectType, registerEnumType } from 'type-graphql';
import { enumOf } from '../../graphql/enum.ts';
import { pageOf } from '../../graphql/page-type.ts';
import { DateTime, GraphQLJSONObject } from '../../graphql/scalars.ts';
import { PASSAGE_AUDIENCES, TOOL_EFFECTS, WEBHOOK_METHODS } from './webhook-tool.entity.ts';
import type { InputSchema, PassageAudience, ToolEffect, WebhookMethod } from './webhook-tool.entity.ts';

export const WebhookMethodEnum = enumOf(WEBHOOK_METHODS);
registerEnumType(WebhookMethodEnum, {
  name: 'WebhookMethod',
  description: 'How inputs go out: as a query string (GET) or as a JSON body (POST).',
});

export const ToolEffectEnum = enumOf(TOOL_EFFECTS);
registerEnumType(ToolEffectEnum, {
  name: 'WebhookToolEffect',
  description: 'Whether a call only looks something up (read) or changes something (write).',
});

export const PassageAudienceEnum = enumOf(PASSAGE_AUDIENCES);
registerEnumType(PassageAudienceEnum, {
  name: 'WebhookToolPassages',
  description:
    'Which passages of the knowledge base the inputs of a tool may repeat: none, those that everybody may see (public), or all that the visitor may see (entitled).',
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

  @Field(() => ToolEffectEnum, {
    description:
      'Whether calls change something. Those that do need the confirmation of the visitor once text from outside (documents, results of tools, the page) is in the conversation.',
  })
  effect!: ToolEffect;

  @Field(() => Boolean, { description: 'Calls that change something need no confirmation either.' })
  runsWithoutConfirmation!: boolean;

  @Field(() => PassageAudienceEnum, {
    description: 'Which passages its inputs may repeat; a call with others is not made.',
  })
  mayReceive!: PassageAudience;

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
