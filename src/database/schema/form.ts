import type { TableSchema } from './sql/table-schema.ts';
import { webhookTrigger } from './sql/webhook-trigger.ts';

const queueWebhooks = `create function queue_form_submission_webhooks() returns trigger language plpgsql as $$
  declare begin
    perform queue_webhook(new.site_id, 'form.submitted', new.id,
      jsonb_build_object('id', new.id, 'formId', new.form_id));
    return null;
  end $$`;

export const formTables: readonly TableSchema[] = [
  {
    name: 'form_submission',
    purpose: 'What is kept of submitted forms: no values.',
    columns: `
      id uuid primary key,
      site_id uuid not null references site on delete cascade,
      form_id text,
      form_name text not null,
      field_count integer not null,
      page_url text,
      source text not null,
      anonymized_fields text[] not null,
      created_at timestamptz not null`,
    indexes: [
      'create index on form_submission (site_id, created_at desc, id desc)',
      'create index on form_submission (site_id, form_id, created_at desc, id desc)',
    ],
    activity: { resource: 'form_submission', title: 'r.form_name', conditions: { insert: null, update: null } },
    usage: { form_submission: '1' },
    triggers: [webhookTrigger('form_submission', 'after insert')],
    functions: [queueWebhooks],
  },
];
