import { rotation } from './sql/activity-log.ts';
import { advanceRevision } from './sql/statements.ts';
import type { TableSchema } from './sql/table-schema.ts';

/**
 * Endpoints that have the event get a delivery in the transaction of the change; not of a site that is being deleted with its
 * items. The job is one of this transaction: one for each endpoint would be written by all transactions of the site, which
 * would then wait for each other.
 */
const queueWebhook = `create function queue_webhook(of_site uuid, event_name text, subject uuid, data jsonb,
    type_slug text default null, language_code text default null) returns void language plpgsql as $$
  declare
    at timestamptz := clock_timestamp();
  begin
    insert into webhook_delivery
        (site_id, endpoint_id, event, subject_id, body, created_at, next_attempt_at, expires_at)
      select of_site, e.id, event_name, subject,
        json_build_object('type', event_name, 'timestamp',
          to_char(at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'data', data)::text,
        at, at, at + interval '24 hours'
      from webhook_endpoint e join site s on s.id = e.site_id
      where e.site_id = of_site and e.enabled and event_name = any(e.events)
        and (type_slug is null or e.content_types = '{}' or type_slug = any(e.content_types))
        and (language_code is null or e.languages = '{}' or language_code = any(e.languages));
    if found then
      insert into job (id, site_id, lane, kind, key, payload, status, attempts, run_at, created_at)
        values (gen_random_uuid(), of_site, of_site, 'dispatch-webhooks', of_site || ' ' || pg_current_xact_id(),
          '{}', 'queued', 0, now(), now())
        on conflict (kind, key) where status = 'queued' do nothing;
    end if;
  end
$$`;

/** Endpoints of events, and what is sent to them. */
export const webhookTables: readonly TableSchema[] = [
  {
    name: 'webhook_endpoint',
    purpose: 'Endpoints of sites that get their events.',
    columns: `
      id uuid primary key,
      site_id uuid not null references site on delete cascade,
      created_at timestamptz not null,
      url text not null,
      description text,
      events text[] not null,
      content_types text[] not null,
      languages text[] not null,
      enabled boolean not null,
      disabled_reason text,
      secret text not null,
      former_secret text,
      former_secret_until timestamptz,
      failures integer not null default 0,
      paused_until timestamptz,
      updated_at timestamptz not null,
      revision integer not null default 1`,
    indexes: [
      'create index on webhook_endpoint (site_id)',
    ],
    activity: {
      resource: 'webhook_endpoint',
      title: `coalesce(r.description, substring(r.url from '^[a-z]+://(?:[^/?#]*@)?([^/?#]+)'))`,
      ignored: ['former_secret', 'former_secret_until', 'disabled_reason', 'failures', 'paused_until'],
      actions: { update: rotation('secret') },
    },
    // Only changes by callers set the time: failures and pauses must not advance the revision.
    triggers: [advanceRevision('before update of updated_at')],
    functions: [queueWebhook],
  },
  {
    name: 'webhook_delivery',
    purpose: `Deliveries of events, written by PostgreSQL in the transaction of the change, so that no statement changes
      anything without them. \`endpoint_id\` is no foreign key: a change must not wait for, or fail because of, an endpoint that
      is being deleted. Statements name \`attempts >= 0\`, which is always true, to read along the index of pending deliveries;
      those for the first event of a subject do not.`,
    columns: `
      id uuid default gen_random_uuid() primary key,
      seq bigint generated always as identity,
      site_id uuid not null references site on delete cascade,
      endpoint_id uuid not null,
      event text not null,
      subject_id uuid not null,
      body text not null,
      status text not null default 'pending' check (status in ('pending', 'delivered', 'failed')),
      created_at timestamptz not null,
      attempts integer not null default 0,
      next_attempt_at timestamptz,
      expires_at timestamptz not null,
      attempted_at timestamptz,
      duration_ms integer,
      response_status integer,
      response_body text,
      error text`,
    indexes: [
      `create index webhook_delivery_subject on webhook_delivery (endpoint_id, subject_id, seq) where status = 'pending'`,
      `create index webhook_delivery_retry on webhook_delivery (endpoint_id, next_attempt_at) where (status = 'pending') and (attempts > 0)`,
      `create index webhook_delivery_expiry on webhook_delivery (expires_at) where status = 'pending'`,
      'create index on webhook_delivery (endpoint_id, created_at, id)',
      'create index on webhook_delivery (site_id)',
      'create index on webhook_delivery (created_at)',
      `create index webhook_delivery_pending on webhook_delivery (endpoint_id, seq) where (status = 'pending') and (attempts >= 0)`,
    ],
  },
];
