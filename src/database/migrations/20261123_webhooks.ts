import { Migration } from '@mikro-orm/migrations';
import { lockToSite } from './lock-to-site.ts';

/** What changes with every write, whatever it writes. */
const OF_WRITES = `'{updated_at,revision,written_by,title_folded}'::text[]`;

/**
 * Endpoints of events, and what is sent to them. PostgreSQL writes a delivery for each endpoint that wants the
 * event, in the transaction of the change, so that no statement can change an item without it. `endpoint_id` is no foreign
 * key: a change must not wait for, or fail because of, an endpoint that is being deleted.
 */
export class Webhooks extends Migration {
  override name = '20261123_webhooks';

  override up(): void {
    this.addSql(`create table webhook_endpoint (
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
      revision integer not null default 1
    )`);
    this.addSql('create index on webhook_endpoint (site_id)');
    lockToSite(this, 'webhook_endpoint');
    // Only changes by callers set the time: failures and pauses must not advance the revision.
    this.addSql(`create trigger advance_revision before update of updated_at on webhook_endpoint
      for each row execute function advance_revision()`);

    this.addSql(`create table webhook_delivery (
      id uuid primary key default gen_random_uuid(),
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
      error text
    )`);
    this.addSql(
      `create index webhook_delivery_pending on webhook_delivery (endpoint_id, seq) where status = 'pending'`,
    );
    this.addSql(
      `create index webhook_delivery_subject on webhook_delivery (endpoint_id, subject_id, seq) where status = 'pending'`,
    );
    this.addSql(`create index webhook_delivery_retry on webhook_delivery (endpoint_id, next_attempt_at)
      where status = 'pending' and attempts > 0`);
    this.addSql(`create index webhook_delivery_expiry on webhook_delivery (expires_at) where status = 'pending'`);
    this.addSql('create index on webhook_delivery (endpoint_id, created_at, id)');
    this.addSql('create index on webhook_delivery (site_id)');
    this.addSql('create index on webhook_delivery (created_at)');
    lockToSite(this, 'webhook_delivery');

    // Not of a site that is being deleted with its items. The job is one of this transaction: one for each endpoint would be
    // written by all transactions of the site, which would then wait for each other.
    this.addSql(`create function queue_webhook(of_site uuid, event_name text, subject uuid, data jsonb,
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
    $$`);
    this.addSql(`create function queue_content_webhooks() returns trigger language plpgsql as $$
      declare
        item content_item;
        was_published boolean := false;
        is_published boolean := false;
        data jsonb;
      begin
        if not exists (select 1 from webhook_endpoint e
            where e.site_id = coalesce(new.site_id, old.site_id) and e.enabled) then
          return null;
        end if;
        if tg_op = 'UPDATE' and to_jsonb(new) - ${OF_WRITES} is not distinct from to_jsonb(old) - ${OF_WRITES} then
          return null;
        end if;
        if tg_op = 'DELETE' then item := old; else item := new; end if;
        if tg_op <> 'INSERT' then was_published := old.status = 'published'; end if;
        if tg_op <> 'DELETE' then is_published := new.status = 'published'; end if;
        data := jsonb_build_object('id', item.id, 'contentType', item.type, 'slug', item.slug, 'language', item.language,
          'status', item.status, 'revision', item.revision);
        if tg_op = 'INSERT' then
          perform queue_webhook(item.site_id, 'content.created', item.id, data, item.type, item.language);
        elsif tg_op = 'UPDATE' then
          perform queue_webhook(item.site_id, 'content.updated', item.id, data, item.type, item.language);
        end if;
        if is_published and not was_published then
          perform queue_webhook(item.site_id, 'content.published', item.id, data, item.type, item.language);
        elsif was_published and not is_published then
          perform queue_webhook(item.site_id, 'content.unpublished', item.id, data, item.type, item.language);
        end if;
        if tg_op = 'DELETE' then
          perform queue_webhook(item.site_id, 'content.deleted', item.id, data, item.type, item.language);
        end if;
        return null;
      end
    $$`);
    this.addSql(`create trigger queue_content_webhooks after insert or update or delete on content_item
      for each row execute function queue_content_webhooks()`);
  }
}
