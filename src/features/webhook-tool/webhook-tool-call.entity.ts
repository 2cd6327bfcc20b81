import { defineEntity, p } from '@mikro-orm/core';
import { siteFilter, siteRow } from '../../database/site-entity.ts';

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
    /** Null if the call succeeded. */
    error: p.text().nullable(),
  },
});
