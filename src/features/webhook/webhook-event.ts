/** Events that endpoints can get. The triggers of the tables queue them: see `queue_webhook` in `src/database/schema/webhook.ts`. */
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

/** The test event is sent on demand only. */
export const TEST_EVENT = 'test';
