import type { DataOf } from '../../data/graphql.ts';
import type { DELIVERIES, ENDPOINTS } from './webhooks.query.ts';

export type Endpoint = DataOf<typeof ENDPOINTS>['webhookEndpoints'][number];
export type ContentType = DataOf<typeof ENDPOINTS>['contentTypes']['items'][number];
export type Delivery = DataOf<typeof DELIVERIES>['webhookDeliveries']['items'][number];

/** What endpoints can get, by what it is about. */
export const EVENTS = {
  content: ['created', 'updated', 'published', 'unpublished', 'deleted'],
  content_type: ['created', 'updated', 'deleted'],
  asset: ['created', 'updated', 'deleted'],
  knowledge: ['indexed', 'failed'],
  form: ['submitted'],
  chat: ['unanswered'],
} as const;

export type EventGroup = keyof typeof EVENTS;

export const ALL_EVENTS = Object.entries(EVENTS).flatMap(([group, names]) => names.map((name) => `${group}.${name}`));

export function stateOf({ enabled, disabledReason, pausedUntil }: Endpoint) {
  if (!enabled) return disabledReason === null ? 'paused' : 'disabled';
  return pausedUntil !== null && new Date(pausedUntil) > new Date() ? 'waiting' : 'active';
}
