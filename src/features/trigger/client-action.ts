import type { Checks } from '../../shared/checks.ts';

/** What a client can be told to do; each type has the field of its payload that it can't do without. */
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

export interface ClientAction {
  type: ClientActionType;
  payload: Record<string, unknown>;
  priority?: number | null;
  label?: string | null;
  immediate?: boolean | null;
}

const PAYLOAD_BYTES = 16 * 1024;
const MAIN_LENGTH = 2_048;

/** Checks an action of a trigger, or one that the model proposes. */
export function checkAction(
  checks: Checks,
  path: string,
  { type, payload }: Pick<ClientAction, 'type' | 'payload'>,
): void {
  checks.json(`${path}.payload`, payload, PAYLOAD_BYTES);
  const main = MAIN_FIELDS[type];
  if (main === null) return;
  const value = payload?.[main];
  const field = `${path}.payload.${main}`;
  if (value === undefined || value === null || value === '') return checks.fault(field, 'is required');
  if (typeof value !== 'string') return checks.fault(field, 'must be a string');
  checks.length(field, value, MAIN_LENGTH);
  if (type === 'open_url' && !isWebAddress(value)) checks.fault(field, 'must be an http or https URL');
  // A route is within the application: nothing that a browser would take for another address or for code.
  if (type === 'navigate' && /^\s*(?:[a-z][a-z0-9+.-]*:|\/\/|\\)/i.test(value)) {
    checks.fault(field, 'must be a route within the application');
  }
}

function isWebAddress(text: string): boolean {
  return URL.canParse(text) && ['http:', 'https:'].includes(new URL(text).protocol);
}
