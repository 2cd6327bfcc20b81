import { Field, ObjectType } from 'type-graphql';
import { Bounds } from '../../api/input-bounds.ts';
import { createEnum } from '../../api/enum.ts';
import { createPageType } from '../../api/page.types.ts';
import { GraphQLJSONObject } from '../../api/scalars.ts';
import { Scope } from '../../api/scope.ts';
import { Resource } from '../../api/resource.types.ts';
import { Visible } from '../../api/visible.ts';
import { textFormat } from '../../shared/bounds.ts';
import { DESCRIPTION_LENGTH } from '../../shared/checks.ts';
import { PASSAGE_AUDIENCES, TOOL_EFFECTS, WEBHOOK_METHODS } from './webhook-tool.entity.ts';
import type { InputSchema, PassageAudience, ToolEffect, WebhookMethod } from './webhook-tool.entity.ts';

export const ENDPOINT_LENGTH = 2048;
const PATH_LENGTH = 500;
const TOOL_NAME = textFormat(
  /^[a-z][a-z0-9_]*$/,
  64,
  'must start with a lower-case letter and contain only lower-case letters, digits and _, at most 64',
);

export const WebhookMethodEnum = createEnum(
  'WebhookMethod',
  WEBHOOK_METHODS,
  'HTTP method of a webhook tool: GET sends the inputs as a query string, POST as a JSON body.',
);

export const ToolEffectEnum = createEnum(
  'WebhookToolEffect',
  TOOL_EFFECTS,
  'Whether a call only reads data (read) or changes data (write).',
);

export const PassageAudienceEnum = createEnum(
  'WebhookToolPassages',
  PASSAGE_AUDIENCES,
  'Which passages of the knowledge base the inputs of a tool may contain: none, public ones (public), or all that the user can read (entitled).',
);

@Visible('site')
@ObjectType({ description: 'An endpoint that the agent may call during a chat.', simpleResolvers: true })
export class WebhookTool extends Resource {
  @Field(() => String, {
    description: 'Name that the agent uses, matching `^[a-z][a-z0-9_]{0,63}$`, unique in the site.',
  })
  @Bounds({ filled: true, format: TOOL_NAME })
  name!: string;

  @Field(() => String, {
    description: 'Description that tells the agent when to use the tool, at most 5,000 characters.',
  })
  @Bounds({ filled: true, maxLength: DESCRIPTION_LENGTH })
  description!: string;

  @Field(() => GraphQLJSONObject, { description: 'JSON Schema (2020-12) of the inputs, of type `object`.' })
  inputSchema!: InputSchema;

  @Field(() => String, {
    description:
      'URL that the service calls, http or https, at most 2,048 characters. Private addresses are rejected unless the deployment allows the host.',
  })
  @Bounds({ filled: true, maxLength: ENDPOINT_LENGTH })
  endpoint!: string;

  @Field(() => WebhookMethodEnum, { description: 'HTTP method of the calls.' })
  @Bounds({ filled: true })
  method!: WebhookMethod;

  @Field(() => GraphQLJSONObject, {
    description: 'Headers sent with each call, by name. Values are write-only and read as `***`.',
  })
  headers!: Readonly<Record<string, string>>;

  @Field(() => String, {
    nullable: true,
    description:
      'Dot path of the part of the JSON response that the agent gets, such as `data.items.0`, at most 20 segments; null selects the whole response.',
  })
  @Bounds({ maxLength: PATH_LENGTH })
  resultPath!: string | null;

  @Field(() => Boolean, { description: 'Whether the agent can use the tool. Default true.' })
  enabled!: boolean;

  @Field(() => ToolEffectEnum, {
    description:
      'Whether calls change data. Default: read for GET and write for POST; null restores the default. Calls that change data need confirmation by the user if the conversation contains external text (documents, tool results, the page).',
  })
  effect!: ToolEffect;

  @Field(() => Boolean, {
    description: 'Whether calls that change data run without confirmation by the user. Default false.',
  })
  runsWithoutConfirmation!: boolean;

  @Field(() => PassageAudienceEnum, {
    description:
      'Which passages of the knowledge base the inputs may contain. A call with other passages is not made. Default `public`.',
  })
  mayReceive!: PassageAudience;

  @Scope('write')
  @Field(() => String, {
    nullable: true,
    description:
      'Secret that signs the calls (Standard Webhooks). Only returned by `createWebhookTool` and `rotateWebhookToolSecret`; otherwise null.',
  })
  signingSecret!: string | null;
}

@ObjectType({ description: 'A page of webhook tools, sorted by name.', simpleResolvers: true })
export class WebhookToolPage extends createPageType(WebhookTool) {}
