import type { ClientActionInput, UpdateTriggerInput } from '../../.generated/graphql.ts';
import type { DataOf } from '../../data/graphql.ts';
import { type EditedAction, editedAction } from './action-values.ts';
import type { TRIGGER } from './trigger-form.query.ts';

export type StoredTrigger = DataOf<typeof TRIGGER>['trigger'];

export interface TriggerValues {
  type: StoredTrigger['type'];
  value: string;
  confidence: string;
  examples: string;
  message: string;
  contentId: string;
  actions: EditedAction[];
  skipAgent: boolean;
  actionsOnly: boolean;
  enabled: boolean;
  priority: string;
  tags: string[];
}

/** It is enabled by hand, once it was tried. */
export const NEW_TRIGGER: TriggerValues = {
  type: 'keyword',
  value: '',
  confidence: '0.7',
  examples: '',
  message: '',
  contentId: '',
  actions: [],
  skipAgent: false,
  actionsOnly: false,
  enabled: false,
  priority: '0',
  tags: [],
};

export function valuesOfTrigger({ trigger, response, actions, options, ...stored }: StoredTrigger): TriggerValues {
  return {
    type: stored.type,
    value: trigger.value,
    confidence: String(trigger.confidence),
    examples: trigger.examples.join('\n'),
    message: response.message ?? '',
    contentId: response.contentId ?? '',
    actions: actions.map(editedAction),
    skipAgent: options.skipAgent,
    actionsOnly: options.actionsOnly,
    enabled: stored.enabled,
    priority: String(options.priority),
    tags: [...stored.tags],
  };
}

/** @param actions what `inputOfActions` has made of those of the form */
export function inputOfTrigger(values: TriggerValues, actions: ClientActionInput[]) {
  const { value, message, contentId, skipAgent, actionsOnly, enabled, tags } = values;
  const ofIntent = {
    confidence: Number(values.confidence),
    examples: values.examples.split('\n').filter((line) => line.trim() !== ''),
  };
  return {
    trigger: { value, ...(values.type === 'intent' ? ofIntent : {}) },
    response: { message: message || null, contentId: contentId.trim() || null },
    actions,
    options: { skipAgent, actionsOnly, priority: Number(values.priority) },
    enabled,
    tags,
  } satisfies UpdateTriggerInput;
}
