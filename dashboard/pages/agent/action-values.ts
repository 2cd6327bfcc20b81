import type { ClientActionInput } from '../../.generated/graphql.ts';
import type { DataOf } from '../../data/graphql.ts';
import type { en } from './trigger-form.en.ts';
import type { TRIGGER } from './trigger-form.query.ts';

type StoredAction = DataOf<typeof TRIGGER>['trigger']['actions'][number];
export type ActionType = StoredAction['type'];
export type PayloadField = keyof typeof en.payload;

/** The fields of the payload of each type, that which it needs first. */
export const PAYLOADS: Readonly<Record<ActionType, readonly PayloadField[]>> = {
  navigate: ['route', 'params'],
  open_url: ['url'],
  open_content: ['contentId'],
  play_video: ['videoId', 'timestamp'],
  show_product: ['productId'],
  add_to_cart: ['productId', 'quantity'],
  open_modal: ['modalId', 'modalData'],
  trigger_event: ['eventName', 'eventData'],
  custom: ['customType', 'customData'],
};

const NUMBERS: readonly PayloadField[] = ['timestamp', 'quantity'];
const OBJECTS: readonly PayloadField[] = ['params', 'modalData', 'eventData', 'customData'];

export interface EditedAction {
  /** For the list on the screen. */
  key: number;
  type: ActionType;
  label: string;
  priority: string;
  immediate: boolean;
  fields: Partial<Record<PayloadField, string>>;
  /** What was stored, with fields that the form does not know. */
  payload: Readonly<Record<string, unknown>>;
}

let lastKey = 0;

export function newAction(type: ActionType): EditedAction {
  return { key: ++lastKey, type, label: '', priority: '', immediate: false, fields: {}, payload: {} };
}

export function editedAction({ type, payload, label, priority, immediate }: StoredAction): EditedAction {
  return {
    ...newAction(type),
    label: label ?? '',
    priority: priority === null ? '' : String(priority),
    immediate: immediate ?? false,
    fields: Object.fromEntries(PAYLOADS[type].map((name) => [name, textOf(payload[name])])),
    payload,
  };
}

/** Null if something that has to be JSON is not. What is in it is checked by the service. */
export function inputOfActions(actions: readonly EditedAction[]): ClientActionInput[] | null {
  const isValid = actions.every(({ type, fields }) => PAYLOADS[type].every((name) => isValidField(name, fields[name])));
  return isValid ? actions.map(inputOf) : null;
}

export function isRequired(type: ActionType, name: PayloadField): boolean {
  return type !== 'custom' && PAYLOADS[type][0] === name;
}

export function isNumber(name: PayloadField): boolean {
  return NUMBERS.includes(name);
}

export function isObject(name: PayloadField): boolean {
  return OBJECTS.includes(name);
}

export function isValidField(name: PayloadField, text = ''): boolean {
  if (!isObject(name) || text.trim() === '') return true;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function inputOf({ type, fields, payload, label, priority, immediate }: EditedAction): ClientActionInput {
  const changed = PAYLOADS[type]
    .map((name) => ({ name, text: (fields[name] ?? '').trim() }))
    // What was not changed keeps its type, such as an id that is a number.
    .filter(({ name, text }) => text !== textOf(payload[name]))
    .map(({ name, text }) => [name, text === '' ? undefined : valueOf(name, text)]);
  return {
    type,
    payload: { ...payload, ...Object.fromEntries(changed) },
    label: label || null,
    priority: priority === '' ? null : Number(priority),
    immediate,
  };
}

function valueOf(name: PayloadField, text: string): unknown {
  if (isNumber(name)) return Number(text);
  return isObject(name) ? JSON.parse(text) : text;
}

function textOf(value: unknown): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2);
}
