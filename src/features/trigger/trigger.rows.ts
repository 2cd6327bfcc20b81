import { columns } from '../../database/columns.ts';
import type { Trigger } from './trigger.types.ts';
import type { TriggerEntityRow } from './trigger.entity.ts';

export const TRIGGER_COLUMNS = columns('t', [
  ...['id', 'type', 'value', 'confidence', 'examples', 'contentId', 'message', 'actions', 'skipAgent', 'actionsOnly'],
  ...['priority', 'enabled', 'tags', 'createdAt', 'updatedAt'],
]);

export type TriggerRow = Omit<TriggerEntityRow, 'createdAt' | 'updatedAt' | 'siteId' | 'valueKey'> & {
  createdAt: string;
  updatedAt: string;
};

/** The stored row in the shape of the interface. */
export function shown(row: TriggerRow): Trigger {
  return {
    id: row.id,
    type: row.type,
    trigger: { value: row.value, confidence: row.confidence, examples: row.examples },
    response: { contentId: row.contentId ?? null, message: row.message ?? null },
    actions: row.actions,
    options: { skipAgent: row.skipAgent, actionsOnly: row.actionsOnly, priority: row.priority },
    enabled: row.enabled,
    tags: row.tags,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
  };
}
