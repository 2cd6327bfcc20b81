/** Events that endpoints can get. Queued by the triggers of the tables, see the migration `webhooks`. */
export const WEBHOOK_EVENTS = [
  'content.created',
  'content.updated',
  'content.published',
  'content.unpublished',
  'content.deleted',
] as const;
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number];

/** Sent on demand only. */
export const TEST_EVENT = 'test';
