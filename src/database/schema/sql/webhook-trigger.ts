import type { TriggerSchema } from './trigger-schema.ts';

/** Columns that change with every write, or are computed later. */
export const WRITE_COLUMNS = `'{updated_at,revision,blurhash}'::text[]`;

/** @param condition of the row; undefined: every row */
export function webhookTrigger(table: string, when: string, condition?: string): TriggerSchema {
  const name = `queue_${table}_webhooks`;
  return {
    name,
    when,
    purpose: 'Queues a delivery for each webhook endpoint of the site that has the event (`webhook_delivery`).',
    sql: `for each row ${condition === undefined ? '' : `when (${condition})`} execute function ${name}()`,
  };
}
