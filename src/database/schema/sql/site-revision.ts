import { type TriggerSchema, statementTriggers } from './trigger-schema.ts';

/** Every statement that changes the table changes the revision of its site in this topic (`site_revision`). */
export function revisionTriggers(topic: string): TriggerSchema[] {
  return statementTriggers('site_revision', {
    rows: { insert: 'new table as changed', update: 'new table as changed', delete: 'old table as changed' },
    call: `append_site_revision('${topic}')`,
    purpose: `Advances the revision of the site in the topic \`${topic}\`, by which kept answers are recognized as outdated.`,
  });
}
