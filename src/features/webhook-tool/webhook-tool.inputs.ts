import { Field, InputType } from 'type-graphql';
import { GraphQLJSONObject } from '../../graphql/scalars.ts';
import type { PassageAudience, ToolEffect, WebhookMethod } from './webhook-tool.entity.ts';
import { PassageAudienceEnum, ToolEffectEnum, WebhookMethodEnum } from './webhook-tool.types.ts';
import { Bounds } from '../../graphql/bounds.ts';
import { requiredInput } from '../../graphql/input-of.ts';
import { textFormat } from '../../shared/bounds.ts';
import { DESCRIPTION_LENGTH } from '../../shared/checks.ts';
import { SCHEMA_BYTES } from './input-schema.rules.ts';
import { MAX_HEADERS } from './webhook-tool.headers.ts';

export const ENDPOINT_LENGTH = 2048;
const PATH_LENGTH = 500;
const TOOL_NAME = textFormat(
  /^[a-z][a-z0-9_]*$/,
  64,
  'must begin with a lower-case letter and have only lower-case letters, digits and _, at most 64',
);

const NAME = 'What the agent calls it: `^[a-z][a-z0-9_]{0,63}$`, unique in the site.';
const DESCRIPTION = 'Tells the agent when to use it, at most 5,000 characters.';
const SCHEMA =
  'JSON Schema (2020-12) of its inputs, of type `object`, at most 32 kB and 200 parts. Patterns are RE2; `$ref` and `$id` are refused.';
const ENDPOINT =
  'URL that is called, http or https, at most 2,048 characters. Private addresses are refused unless the deployment allows the host.';

@InputType({ description: 'What to change of a webhook tool: what is absent stays.' })
export class UpdateWebhookToolInput {
  @Field(() => String, { nullable: true, description: NAME })
  @Bounds({ filled: true, format: TOOL_NAME })
  name?: string | null;

  @Field(() => String, { nullable: true, description: DESCRIPTION })
  @Bounds({ filled: true, maxLength: DESCRIPTION_LENGTH })
  description?: string | null;

  @Field(() => GraphQLJSONObject, { nullable: true, description: SCHEMA })
  @Bounds({ filled: true, maxJsonBytes: SCHEMA_BYTES })
  inputSchema?: Record<string, unknown> | null;

  @Field(() => String, { nullable: true, description: ENDPOINT })
  @Bounds({ filled: true, maxLength: ENDPOINT_LENGTH })
  endpoint?: string | null;

  @Field(() => WebhookMethodEnum, { nullable: true, description: 'How inputs go out.' })
  @Bounds({ filled: true })
  method?: WebhookMethod | null;

  @Field(() => GraphQLJSONObject, {
    nullable: true,
    description: 'All headers to send along, at most 20, as text by name. The value `***` keeps the stored one.',
  })
  @Bounds({ maxEntries: MAX_HEADERS })
  headers?: Record<string, unknown> | null;

  @Field(() => String, {
    nullable: true,
    description: 'Dot path of the part of the JSON answer that the agent is given, at most 20 steps; null: all of it.',
  })
  @Bounds({ maxLength: PATH_LENGTH })
  resultPath?: string | null;

  @Field(() => Boolean, { nullable: true, description: 'False keeps it from the agent. Default true.' })
  enabled?: boolean | null;

  @Field(() => ToolEffectEnum, {
    nullable: true,
    description: 'Whether calls change something. Default by method: GET reads, POST writes; null takes it again.',
  })
  effect?: ToolEffect | null;

  @Field(() => Boolean, {
    nullable: true,
    description:
      'Marks a tool that changes something as safe: it runs without the confirmation of the visitor. Default false.',
  })
  runsWithoutConfirmation?: boolean | null;

  @Field(() => PassageAudienceEnum, {
    nullable: true,
    description: 'Which passages of the knowledge base its inputs may repeat. Default `public`.',
  })
  mayReceive?: PassageAudience | null;
}

@InputType({ description: 'A new webhook tool.' })
export class CreateWebhookToolInput extends requiredInput(UpdateWebhookToolInput, [
  'name',
  'description',
  'inputSchema',
  'endpoint',
  'method',
]) {}

@InputType({ description: 'Which webhook tools a list has.' })
export class WebhookToolFilter {
  @Field(() => Boolean, { nullable: true, description: 'Only those that the agent may use, or may not; absent: all.' })
  enabled?: boolean | null;
}
