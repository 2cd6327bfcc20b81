/** Events that endpoints can get. Queued by the triggers of the tables, see the migrations `webhooks` and `webhook_events`. */
export const WEBHOOK_EVENTS = [
  'content.created',
  'content.updated',
  'content.published',
  'content.unpublished',
  'content.deleted',
  'content_type.created',
  'content_type.updated',
  'content_type.deleted',
  'asset.created',
  'asset.updated',
  'asset.deleted',
  'knowledge.indexed',
  'knowledge.failed',
  'form.submitted',
  'chat.unanswered',
] as const;
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number];

/** Sent on demand only. */
export const TEST_EVENT = 'test';
