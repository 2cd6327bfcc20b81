import type { Checks } from '../../shared/checks.ts';
import { isId } from '../../shared/ids.ts';
import type { ClientAction } from './trigger.types.ts';

/** Client action types; each with the field of its payload that is required. */
const MAIN_FIELDS = {
  navigate: 'route',
  open_url: 'url',
  open_content: 'contentId',
  play_video: 'videoId',
  show_product: 'productId',
  add_to_cart: 'productId',
  open_modal: 'modalId',
  trigger_event: 'eventName',
  custom: null,
} as const;

export type ClientActionType = keyof typeof MAIN_FIELDS;
export const CLIENT_ACTION_TYPES = Object.keys(MAIN_FIELDS) as [ClientActionType, ...ClientActionType[]];

const MAIN_LENGTH = 2_048;

/** The action types whose main field may be the id of a content item or a video of the site. */
const TARGETED: readonly string[] = ['open_content', 'show_product', 'add_to_cart', 'play_video'];

/** The id of a content item or video in an action; null if it has none, or one of another system. */
export function targetOf({ type, payload }: Pick<ClientAction, 'payload'> & { type: string }): string | null {
  const field = TARGETED.includes(type) ? MAIN_FIELDS[type as ClientActionType] : null;
  const id = field === null ? undefined : payload[field];
  return typeof id === 'string' && isId(id) ? id.toLowerCase() : null;
}

/** Validates an action of a trigger. Other fields of a payload are not checked. */
export function checkAction(
  checks: Checks,
  path: string,
  { type, payload }: Pick<ClientAction, 'type' | 'payload'>,
): void {
  const main = MAIN_FIELDS[type];
  if (main === null) return;
  const value = payload?.[main];
  const field = `${path}.payload.${main}`;
  if (value === undefined || value === null) return checks.report(field, 'is required');
  // Ids of other systems, such as a shop's, may be numbers.
  if (main.endsWith('Id') && typeof value === 'number' && Number.isFinite(value)) return;
  if (typeof value !== 'string') return checks.report(field, 'must be a string');
  if (value.trim() === '') return checks.report(field, 'is required');
  if (value.length > MAIN_LENGTH) return checks.report(field, `must have at most ${MAIN_LENGTH} characters`);
  if (type === 'open_url' && !isWebAddress(value)) checks.report(field, 'must be an http or https URL');
  if (type === 'navigate' && !isOwnRoute(value)) checks.report(field, 'must be a route within the application');
}

function isWebAddress(text: string): boolean {
  return URL.canParse(text) && ['http:', 'https:'].includes(new URL(text).protocol);
}

/** Two pages that an application might have, to detect a route that contains the host of one of them. */
const PAGES = ['http://one.invalid/page', 'https://two.invalid/page'];

/** Whether a browser that follows it from a page of the application stays on its host. */
function isOwnRoute(route: string): boolean {
  return PAGES.every((page) => URL.canParse(route, page) && new URL(route, page).origin === new URL(page).origin);
}
