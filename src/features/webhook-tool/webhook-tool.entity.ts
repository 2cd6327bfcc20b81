import { defineEntity, p } from '@mikro-orm/core';
import type { InferEntity } from '@mikro-orm/core';
import { revision, siteFilter, siteRow, updatedAt } from '../../database/site-entity.ts';
import type { Defaults } from '../../shared/patch.ts';

export const WEBHOOK_METHODS = ['GET', 'POST'] as const;
export type WebhookMethod = (typeof WEBHOOK_METHODS)[number];

export const TOOL_EFFECTS = ['read', 'write'] as const;
export type ToolEffect = (typeof TOOL_EFFECTS)[number];

export const PASSAGE_AUDIENCES = ['none', 'public', 'entitled'] as const;
export type PassageAudience = (typeof PASSAGE_AUDIENCES)[number];

/** A JSON Schema of type `object`. */
export type InputSchema = Readonly<Record<string, unknown>>;

/** The encrypted values by name, with the names as given. */
export type SealedHeaders = Readonly<Record<string, string>>;

export const WebhookToolEntity = defineEntity({
  name: 'WebhookTool',
  tableName: 'webhook_tool',
  filters: siteFilter(),
  properties: {
    ...siteRow,
    name: p.text(),
    description: p.text(),
    /** PostgreSQL stores it as text (`json`), so that the order of the inputs is kept. */
    inputSchema: p.json().$type<InputSchema>(),
    endpoint: p.text(),
    method: p.text().$type<WebhookMethod>(),
    headers: p.json().$type<SealedHeaders>(),
    resultPath: p.text().nullable(),
    enabled: p.boolean(),
    /** The effect of the tool; null: `read` for GET, otherwise `write`. */
    effect: p.text().$type<ToolEffect>().nullable(),
    runsWithoutConfirmation: p.boolean(),
    mayReceive: p.text().$type<PassageAudience>(),
    /** The encrypted signing secret. */
    signingSecret: p.text(),
    /** The secret before the last rotation, encrypted; calls are signed with both until `formerSecretUntil`. */
    formerSecret: p.text().nullable(),
    formerSecretUntil: p.datetime().nullable(),
    updatedAt,
    revision,
  },
});

export type WebhookToolRow = InferEntity<typeof WebhookToolEntity>;

/** The values of a tool where nothing is said. */
export const WEBHOOK_TOOL_DEFAULTS: Defaults<
  Pick<WebhookToolRow, 'headers' | 'resultPath' | 'enabled' | 'effect' | 'runsWithoutConfirmation' | 'mayReceive'>
> = {
  headers: {},
  enabled: true,
  runsWithoutConfirmation: false,
  mayReceive: 'public',
};

export const CALL_ORIGINS = ['chat', 'test'] as const;
export type CallOrigin = (typeof CALL_ORIGINS)[number];

/** A request to the endpoint of a tool: neither what was sent nor what was answered. */
export const WebhookToolCallEntity = defineEntity({
  name: 'WebhookToolCall',
  tableName: 'webhook_tool_call',
  filters: siteFilter(),
  properties: {
    ...siteRow,
    toolId: p.uuid(),
    origin: p.text().$type<CallOrigin>(),
    durationMs: p.integer(),
    /** HTTP status; null if none was received. */
    status: p.integer().nullable(),
    /** The reason why the call failed; null if it succeeded. */
    error: p.text().nullable(),
  },
});
