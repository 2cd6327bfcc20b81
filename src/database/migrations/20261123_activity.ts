import { Migration } from '@mikro-orm/migrations';
import { lockToAccess } from './lock-to-access.ts';
import { lockToSite } from './lock-to-site.ts';
import { type LoggedTable, WHO, logActivity } from './log-activity.ts';

const ROTATED = (column: string): string =>
  `case when r.${column} is distinct from o.${column} then 'rotated' else 'updated' end`;

/** What belongs to a content item is logged as something done to the item. */
const titleOfItem = (id: string): string => `(select c.title from content_item c where c.id = r.${id})`;

const TABLES: Record<string, LoggedTable> = {
  site: { resource: 'site', title: 'r.name', site: 'r.id', conditions: { delete: null } },
  api_key: {
    resource: 'api_key',
    title: 'r.name',
    ignored: ['last_used_at', 'prefix', 'former_hash', 'former_prefix', 'former_until'],
    actions: {
      update: `case when r.revoked_at is not null and o.revoked_at is null then 'revoked'
        when r.hash <> o.hash then 'rotated' else 'updated' end`,
    },
  },
  site_member: { resource: 'member', title: '(select u.name from app_user u where u.id = r.user_id)' },
  site_invitation: {
    resource: 'invitation',
    title: 'r.email',
    ignored: ['expires_at', 'invited_by'],
    // Whoever accepts an invitation is not a member of the site yet: the new member is logged.
    conditions: { delete: `r.expires_at > now() and current_setting('lectern.site_id', true) <> '*'` },
  },
  content_type: { resource: 'content_type', title: 'r.name', conditions: { insert: 'not r.built_in' } },
  content_item: {
    resource: 'content',
    title: 'r.title',
    ignored: ['title_folded', 'written_by', 'created_by', 'content_type_id'],
    actions: {
      insert: `case when r.revision > 1 then 'restored' else 'created' end`,
      update: `case when r.status = 'published' and o.status <> 'published' then 'published'
        when r.status <> 'published' and o.status = 'published' then 'unpublished' else 'updated' end`,
      delete: `case when exists (select from content_trash t where t.id = r.id) then 'trashed' else 'deleted' end`,
    },
  },
  content_schedule: {
    resource: 'content',
    id: 'r.item_id',
    title: titleOfItem('item_id'),
    fields: `array[r.action || '_at']`,
    ignored: ['scheduled_by', 'failed_reason'],
    actions: { insert: `'scheduled'`, update: `'scheduled'`, delete: `'unscheduled'` },
    // What is due is done, and is logged as that; with its item goes what it was scheduled for.
    conditions: { delete: `(r.at > now() or r.failed_reason is not null) and ${titleOfItem('item_id')} is not null` },
  },
  content_draft: {
    resource: 'content',
    title: titleOfItem('id'),
    fields: 'array(select jsonb_object_keys(r.changes))',
    ignored: ['access_level', 'required_subscriptions', 'item_revision', 'written_by'],
    actions: { insert: `'drafted'`, update: `'drafted'`, delete: `'discarded'` },
    // An item that is restored has its draft again. A draft that is published is logged by what it changes in its item, with which it otherwise goes.
    conditions: {
      insert: 'r.created_at = now()',
      delete: `${titleOfItem('id')} is not null and (r.changes = '{}'
        or current_setting('lectern.published_draft', true) is distinct from r.id::text)`,
    },
  },
  preview_token: {
    resource: 'preview_token',
    title: titleOfItem('item_id'),
    actions: { delete: `'revoked'` },
    // Tokens end by their time, with their item and with their member.
    conditions: {
      delete: `r.expires_at > now() and (r.item_id is null or ${titleOfItem('item_id')} is not null)
        and (r.user_id is null or exists (select from site_member m where m.site_id = r.site_id and m.user_id = r.user_id))`,
    },
  },
  collection: { resource: 'collection', title: 'r.name' },
  asset: {
    resource: 'asset',
    title: 'r.file_name',
    ignored: [
      'status',
      'size',
      'width',
      'height',
      'error',
      'variants',
      'expires_at',
      'blurhash',
      'upload_size',
      'upload_parts',
      'content_type',
      'kind',
    ],
  },
  asset_folder: { resource: 'asset_folder', title: 'r.name', ignored: ['path', 'depth'] },
  knowledge_document: { resource: 'document', title: 'r.title' },
  file: { resource: 'file', title: 'r.name', ignored: ['follows_folder'] },
  video: { resource: 'video', title: 'r.title', ignored: ['duration', 'follows_folder'] },
  persona: { resource: 'persona', title: 'r.name' },
  trigger: { resource: 'trigger', title: 'r.value', ignored: ['value_key'] },
  webhook_tool: {
    resource: 'webhook_tool',
    title: 'r.name',
    ignored: ['former_secret', 'former_secret_until'],
    actions: { update: ROTATED('signing_secret') },
  },
  webhook_endpoint: {
    resource: 'webhook_endpoint',
    title: `coalesce(r.description, substring(r.url from '^[a-z]+://(?:[^/?#]*@)?([^/?#]+)'))`,
    ignored: ['former_secret', 'former_secret_until', 'disabled_reason', 'failures', 'paused_until'],
    actions: { update: ROTATED('secret') },
  },
  form_submission: { resource: 'form_submission', title: 'r.form_name', conditions: { insert: null, update: null } },
};

/**
 * Who did what to which resource of a site. Entries are written by PostgreSQL in the transaction of the change, so that no
 * statement can change a resource without one. The service may not change them, or delete them before their time.
 */
export class Activity extends Migration {
  override name = '20261123_activity';

  override up(): void {
    this.addSql(`alter table site add column activity_days integer not null default 365
      check (activity_days between 30 and 3650)`);
    this.addSql(`create table activity (
      id uuid not null default gen_random_uuid(),
      site_id uuid not null references site on delete cascade,
      at timestamptz not null default clock_timestamp(),
      actor text not null,
      actor_name text,
      action text not null,
      resource_type text not null,
      resource_id uuid,
      title text,
      fields text[] not null,
      count integer not null,
      primary key (site_id, at, id)
    )`);
    for (const column of ['resource_id', 'actor', 'resource_type', 'action']) {
      this.addSql(`create index on activity (site_id, ${column}, at, id)`);
    }
    lockToSite(this, 'activity');
    // Titles have the access levels of their resources: a scope that is restricted has no entries.
    lockToAccess(this, 'activity', 'false');
    this.addSql('revoke update, delete, truncate on activity from lectern_service');
    for (const [table, logged] of Object.entries(TABLES)) logActivity(this, table, logged);
    this.logTrash();
    this.addRetention();
  }

  /** What leaves the trash is restored or removed for good, which only shows when the transaction ends. */
  private logTrash(): void {
    this.addSql(`create function log_content_trash_activity() returns trigger language plpgsql
      security definer set search_path = public, pg_temp as $$
      begin
        insert into activity (site_id, actor, actor_name, action, resource_type, resource_id, title, fields, count)
          select old.site_id, w.actor, w.name, 'deleted', 'content', old.id, left(old.title, 200), '{}', 1
          from ${WHO}
          where exists (select from site s where s.id = old.site_id)
            and not exists (select from content_item c where c.id = old.id);
        return null;
      end
    $$`);
    this.addSql(`create constraint trigger log_content_trash_activity after delete on content_trash
      deferrable initially deferred for each row execute function log_content_trash_activity()`);
  }

  /** The only way to delete entries: of all sites, those that are older than their site keeps them. */
  private addRetention(): void {
    this.addSql(`create function remove_old_activities(most integer) returns integer language plpgsql
      security definer set search_path = public, pg_temp as $$
      declare
        removed integer;
      begin
        with old as (
          select a.site_id, a.at, a.id from site s cross join lateral (
            select e.site_id, e.at, e.id from activity e
            where e.site_id = s.id and e.at < now() - make_interval(days => s.activity_days)
            order by e.at limit most) a
          limit most)
        delete from activity e using old where (e.site_id, e.at, e.id) = (old.site_id, old.at, old.id);
        get diagnostics removed = row_count;
        return removed;
      end
    $$`);
  }
}
