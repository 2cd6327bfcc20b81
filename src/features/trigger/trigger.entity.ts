import { type InferEntity, defineEntity, p } from '@mikro-orm/core';
import { revision, siteFilter, siteRow, updatedAt } from '../../database/site-entity.ts';
import type { Defaults } from '../../shared/patch.ts';
import type { ClientAction } from './trigger.types.ts';

export const TRIGGER_TYPES = ['keyword', 'intent'] as const;
export type TriggerType = (typeof TRIGGER_TYPES)[number];

export const TriggerEntity = defineEntity({
  name: 'Trigger',
  tableName: 'trigger',
  filters: siteFilter(),
  properties: {
    ...siteRow,
    type: p.text().$type<TriggerType>(),
    value: p.text(),
    /** The value by which keyword triggers are compared: trimmed, case folded. */
    valueKey: p.text(),
    confidence: p.double().$type<number>(),
    examples: p.array().$type<string[]>(),
    contentId: p.text().nullable(),
    message: p.text().nullable(),
    actions: p.json().$type<ClientAction[]>(),
    skipAgent: p.boolean(),
    actionsOnly: p.boolean(),
    priority: p.integer(),
    enabled: p.boolean(),
    tags: p.array().$type<string[]>(),
    updatedAt,
    revision,
  },
});

export type TriggerEntityRow = InferEntity<typeof TriggerEntity>;

/** Values of a trigger that are used where none are given. */
export const TRIGGER_DEFAULTS: Defaults<
  Omit<TriggerEntityRow, 'id' | 'siteId' | 'type' | 'value' | 'valueKey' | 'createdAt' | 'updatedAt' | 'revision'>
> = {
  confidence: 0.7,
  examples: [],
  actions: [],
  skipAgent: false,
  actionsOnly: false,
  priority: 0,
  enabled: true,
  tags: [],
};
