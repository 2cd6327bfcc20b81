import type { Checks } from '../../shared/checks.ts';
import { isId } from '../../shared/ids.ts';
import { isWebAddress, isWebLink } from '../../shared/link.ts';
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
const TARGETED_TYPES: readonly string[] = ['open_content', 'show_product', 'add_to_cart', 'play_video'];

/** The id of a content item or video in an action; null if it has none, or one of another system. */
export function readActionTarget({ type, payload }: Pick<ClientAction, 'payload'> & { type: string }): string | null {
  const field = TARGETED_TYPES.includes(type) ? MAIN_FIELDS[type as ClientActionType] : null;
  const id = field === null ? undefined : payload[field];
  return typeof id === 'string' && isId(id) ? id.toLowerCase() : null;
}

/** Returns whether clients can follow the URL of an action. That of an action of their own is theirs. */
export function hasWebUrl({ type, payload }: Pick<ClientAction, 'payload'> & { type: string }): boolean {
  const url = payload?.['url'];
  if (typeof url !== 'string' || type === 'custom') return true;
  return type === 'open_url' ? isWebAddress(url) : isWebLink(url);
}

/** Validates an action of a trigger. Other fields of a payload than the main one and `url` are not checked. */
export function checkAction(checks: Checks, path: string, action: Pick<ClientAction, 'type' | 'payload'>): void {
  const main = MAIN_FIELDS[action.type];
  if (main !== null) checkMain(checks, `${path}.payload.${main}`, action.type, action.payload?.[main]);
  if (!hasWebUrl(action)) {
    const expected = action.type === 'open_url' ? 'an http or https URL' : 'an http, https or relative URL';
    checks.report(`${path}.payload.url`, `must be ${expected}`);
  }
}

function checkMain(checks: Checks, field: string, type: ClientActionType, value: unknown): void {
  if (value === undefined || value === null) return checks.report(field, 'is required');
  // Ids of other systems, such as a shop's, may be numbers.
  if (field.endsWith('Id') && typeof value === 'number' && Number.isFinite(value)) return;
  if (typeof value !== 'string') return checks.report(field, 'must be a string');
  if (value.trim() === '') return checks.report(field, 'is required');
  if (value.length > MAIN_LENGTH) return checks.report(field, `must have at most ${MAIN_LENGTH} characters`);
  if (type === 'navigate' && !isOwnRoute(value)) checks.report(field, 'must be a route within the application');
}

/** Two pages that an application might have, to detect a route that contains the host of one of them. */
const PAGES = ['http://one.invalid/page', 'https://two.invalid/page'];

/** Returns whether a browser that follows it from a page of the application stays on its host. */
function isOwnRoute(route: string): boolean {
  return isWebLink(route) && PAGES.every((page) => URL.parse(route, page)?.origin === new URL(page).origin);
}
