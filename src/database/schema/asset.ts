import { accessLevel, folderLevel } from './sql/access-level.ts';
import { allowsLevel, allowsRow } from './sql/row-security.ts';
import type { TableSchema } from './sql/table-schema.ts';
import { WRITE_COLUMNS, webhookTrigger } from './sql/webhook-trigger.ts';

/** A file exists for callers while it is live. */
const queueWebhooks = `create function queue_asset_webhooks() returns trigger language plpgsql as $$
  declare was_live boolean; is_live boolean; file asset; begin
    was_live := tg_op <> 'INSERT' and old.status = 'live';
    is_live := tg_op <> 'DELETE' and new.status = 'live';
    if was_live and is_live and to_jsonb(new) - ${WRITE_COLUMNS} is not distinct from to_jsonb(old) - ${WRITE_COLUMNS} then
      return null;
    end if;
    if was_live or is_live then
      if is_live then file := new; else file := old; end if;
      perform queue_webhook(file.site_id,
        case when not was_live then 'asset.created' when is_live then 'asset.updated' else 'asset.deleted' end, file.id,
        jsonb_build_object('id', file.id, 'kind', file.kind, 'contentType', file.content_type, 'revision', file.revision));
    end if;
    return null;
  end $$`;

/** Files of sites, their folders, and the variants of their images. */
export const assetTables: readonly TableSchema[] = [
  {
    name: 'asset_folder',
    purpose: 'Folders of files.',
    columns: `
      id uuid primary key,
      site_id uuid not null references site on delete cascade,
      parent_id uuid references asset_folder on delete cascade,
      name text not null,
      slug text not null,
      description text,
      cover_image text,
      color text,
      icon text,
      sort_order integer not null,
      access_level text not null ${folderLevel('access_level')},
      metadata jsonb not null,
      path text not null,
      depth integer not null,
      status text not null check (status in ('active', 'archived')),
      created_at timestamptz not null,
      updated_at timestamptz not null,
      revision integer not null default 1`,
    indexes: [
      'create unique index on asset_folder (site_id, parent_id, slug) nulls not distinct',
      'create index on asset_folder (site_id, path)',
      'create index on asset_folder (parent_id)',
    ],
    access: allowsLevel('asset_folder.access_level'),
    hasRevision: true,
    activity: { resource: 'asset_folder', title: 'r.name', ignored: ['path', 'depth'] },
  },
  {
    name: 'asset',
    purpose: `Files. A file has the stricter of the access level of its folder, which it keeps when it leaves or loses the
      folder, and of its own. \`variants\` is unused.`,
    columns: `
      id uuid primary key,
      site_id uuid not null references site on delete cascade,
      folder_id uuid references asset_folder on delete set null,
      key text not null unique,
      file_name text not null,
      content_type text not null,
      kind text not null check (kind in ('image', 'document', 'media')),
      status text not null check (status in ('pending', 'verified', 'live', 'refused')),
      size bigint,
      width integer,
      height integer,
      error jsonb,
      variants integer not null default 0,
      expires_at timestamptz not null,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      folder_access_level text not null default 'public' ${folderLevel('folder_access_level')},
      own_access_level text ${accessLevel('own_access_level')},
      own_required_subscriptions text[] not null default '{}',
      access_level text not null generated always as (
        case when array_position(array['public', 'authenticated', 'premium', 'subscription'], own_access_level)
            > array_position(array['public', 'authenticated', 'premium'], folder_access_level)
          then own_access_level else folder_access_level end
      ) stored,
      required_subscriptions text[] not null generated always as (
        case when own_access_level = 'subscription' then own_required_subscriptions else '{}' end
      ) stored,
      revision integer not null default 1,
      alt text,
      caption text,
      focal_point jsonb,
      blurhash text,
      upload_size bigint,
      upload_parts jsonb`,
    indexes: [
      `create index on asset (site_id, created_at desc, id desc) where status = 'live'`,
      `create index on asset (site_id, folder_id, created_at desc, id desc) where status = 'live'`,
      'create index on asset (folder_id)',
      `create index on asset (site_id, content_type, created_at desc, id desc) where status = 'live'`,
      `create index asset_name on asset using gin (site_id, lower(file_name) gin_trgm_ops) where status = 'live'`,
      'create index on asset (site_id)',
    ],
    access: allowsRow('asset'),
    hasRevision: true,
    // Expanded content shows files.
    topic: 'content',
    activity: {
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
    usage: {
      file: `(r.status <> 'refused')::int`,
      upload_grant: `(r.status = 'pending')::int`,
      stored_bytes: `case when r.status = 'refused' then 0 else coalesce(r.size, r.upload_size, 0) end`,
    },
    triggers: [webhookTrigger('asset', 'after insert or update or delete')],
    functions: [queueWebhooks],
  },
  {
    name: 'image_variant',
    purpose: 'Transformed images that are kept, with size and last use, so that they are bounded in bytes and evicted.',
    columns: `
      asset_id uuid not null references asset on delete cascade,
      site_id uuid not null references site on delete cascade,
      name text not null,
      size bigint not null,
      used_at timestamptz not null,
      primary key (asset_id, name)`,
    indexes: [
      'create index on image_variant (site_id, used_at) include (size)',
    ],
  },
];
