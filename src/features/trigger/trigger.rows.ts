import { type TableRow, table } from '../../database/table.ts';
import { TriggerEntity } from './trigger.entity.ts';
import type { Trigger } from './trigger.types.ts';

export const triggers = table(TriggerEntity, 't', { omit: ['siteId', 'valueKey'] });

export type TriggerRow = TableRow<typeof triggers>;

/** Converts the stored row to the format of the interface. */
export function toTrigger(row: TriggerRow): Trigger {
  return {
    id: row.id,
    type: row.type,
    trigger: { value: row.value, confidence: row.confidence, examples: row.examples },
    response: { contentId: row.contentId, message: row.message },
    actions: row.actions,
    options: { skipAgent: row.skipAgent, actionsOnly: row.actionsOnly, priority: row.priority },
    enabled: row.enabled,
    tags: row.tags,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    revision: row.revision,
  };
}
