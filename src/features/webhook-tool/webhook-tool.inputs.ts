import { Field, InputType } from 'type-graphql';
import { Bounds } from '../../api/input-bounds.ts';
import { partialInput, requiredInput } from '../../api/input-of.ts';
import { GraphQLJSONObject } from '../../api/scalars.ts';
import { SCHEMA_BYTES } from './input-schema.rules.ts';
import { MAX_HEADERS } from './webhook-tool.headers.ts';
import { WebhookTool } from './webhook-tool.types.ts';

@InputType({ description: 'Changes to a webhook tool. Omitted fields keep their value.' })
export class UpdateWebhookToolInput extends partialInput(WebhookTool, {
  omit: ['id', 'inputSchema', 'headers', 'signingSecret', 'createdAt', 'updatedAt', 'revision'],
}) {
  @Field(() => GraphQLJSONObject, {
    nullable: true,
    description:
      'JSON Schema (2020-12) of the inputs, of type `object`, at most 32 kB and 200 subschemas. Patterns have RE2 syntax; `$ref` and `$id` are rejected.',
  })
  @Bounds({ filled: true, maxJsonBytes: SCHEMA_BYTES })
  inputSchema?: Record<string, unknown> | null;

  @Field(() => GraphQLJSONObject, {
    nullable: true,
    description: 'Headers sent with each call, at most 20, as strings by name. The value `***` keeps the stored value.',
  })
  @Bounds({ maxEntries: MAX_HEADERS })
  headers?: Record<string, unknown> | null;
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
