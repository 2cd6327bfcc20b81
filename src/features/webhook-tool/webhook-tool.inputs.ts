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
  'must start with a lower-case letter and contain only lower-case letters, digits and _, at most 64',
);

const NAME = 'Name that the agent uses, matching `^[a-z][a-z0-9_]{0,63}$`, unique in the site.';
const DESCRIPTION = 'Description that tells the agent when to use the tool, at most 5,000 characters.';
const SCHEMA =
  'JSON Schema (2020-12) of the inputs, of type `object`, at most 32 kB and 200 subschemas. Patterns have RE2 syntax; `$ref` and `$id` are rejected.';
const ENDPOINT =
  'URL that the service calls, http or https, at most 2,048 characters. Private addresses are rejected unless the deployment allows the host.';

@InputType({ description: 'Changes to a webhook tool. Omitted fields keep their value.' })
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

  @Field(() => WebhookMethodEnum, { nullable: true, description: 'HTTP method of the calls.' })
  @Bounds({ filled: true })
  method?: WebhookMethod | null;

  @Field(() => GraphQLJSONObject, {
    nullable: true,
    description: 'Headers sent with each call, at most 20, as strings by name. The value `***` keeps the stored value.',
  })
  @Bounds({ maxEntries: MAX_HEADERS })
  headers?: Record<string, unknown> | null;

  @Field(() => String, {
    nullable: true,
    description:
      'Dot path of the part of the JSON response that the agent gets, at most 20 segments; null selects the whole response.',
  })
  @Bounds({ maxLength: PATH_LENGTH })
  resultPath?: string | null;

  @Field(() => Boolean, { nullable: true, description: 'Whether the agent can use the tool. Default true.' })
  enabled?: boolean | null;

  @Field(() => ToolEffectEnum, {
    nullable: true,
    description: 'Whether calls change data. Default: read for GET and write for POST; null restores the default.',
  })
  effect?: ToolEffect | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether calls that change data run without confirmation by the user. Default false.',
  })
  runsWithoutConfirmation?: boolean | null;

  @Field(() => PassageAudienceEnum, {
    nullable: true,
    description: 'Which passages of the knowledge base the inputs may contain. Default `public`.',
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

@InputType({ description: 'Filter of a list of webhook tools.' })
export class WebhookToolFilter {
  @Field(() => Boolean, { nullable: true, description: 'Whether the tools are enabled. Omitted: all tools.' })
  enabled?: boolean | null;
}
