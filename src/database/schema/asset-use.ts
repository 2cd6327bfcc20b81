import type { TableSchema } from './sql/table-schema.ts';

/** Columns of a content item that can have a URL. */
const TEXT_COLUMNS = ['content', 'excerpt', 'url', 'featured_image'];
const JSON_COLUMNS = ['custom_fields', 'metadata', 'video_metadata', 'document_metadata', 'course_metadata'];
export const URL_COLUMNS = [...TEXT_COLUMNS, ...JSON_COLUMNS];

/** Further URLs of one item or draft are not read. */
const MAX_URLS = 1_000;
/** No object key has a longer path after the site's id. */
const MAX_PATH = 950;

/** The texts are split at the id of the site and each part is read up to the length of a key: time grows with the text only. */
const keepAssetUrls = `create function keep_asset_urls() returns trigger language plpgsql as $$
  declare
    site text := new.site_id::text || '/';
    parts text[] := (string_to_array(concat_ws(' ', ${[
      ...TEXT_COLUMNS.map((column) => `new.${column}`),
      ...JSON_COLUMNS.map((column) => `new.${column}::text`),
    ].join(', ')}), site))[2:${MAX_URLS + 1}];
    keys text[] := array(select distinct site || substring(left(part, ${MAX_PATH}) from '^[A-Za-z0-9/-]+[.][A-Za-z0-9]+')
      from unnest(parts) part);
  begin
    if tg_op = 'UPDATE' then
      delete from asset_use u where u.item_id = new.id and u.by_url
        and not exists (select from asset a where a.id = u.asset_id and a.key = any (keys));
    end if;
    if cardinality(keys) > 0 then
      insert into asset_use (site_id, asset_id, item_id, by_url)
        select new.site_id, a.id, new.id, true from (
          select id from asset where site_id = new.site_id and key = any (keys) order by id for key share) a
        on conflict do nothing;
    end if;
    return null;
  end
$$`;

const UUID = '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$';

/**
 * Locks the files of a draft in their order: a file that is deleted at the same time is either found to be used, or is
 * not there.
 */
const draftFiles = `create function draft_files(of_site uuid, changes jsonb) returns setof uuid language plpgsql as $$
  declare
    site text := of_site::text || '/';
    parts text[] := (string_to_array(changes::text, site))[2:${MAX_URLS + 1}];
    keys text[] := array(select distinct site || substring(left(part, ${MAX_PATH}) from '^[A-Za-z0-9/-]+[.][A-Za-z0-9]+')
      from unnest(parts) part);
    ids uuid[] := array(select distinct value::uuid from jsonb_each_text(changes -> 'customFields')
      where value ~* '${UUID}');
  begin
    if cardinality(keys) + cardinality(ids) > 0 then
      return query select a.id from asset a
        where a.site_id = of_site and (a.key = any (keys) or a.id = any (ids)) order by a.id for key share;
    end if;
  end
$$`;

const keepDraftAssetUses = `create function keep_draft_asset_uses() returns trigger language plpgsql as $$
  declare
    files uuid[] := array(select draft_files(new.site_id, new.changes));
  begin
    if tg_op = 'UPDATE' then
      delete from draft_asset_use u where u.draft_id = new.id and u.asset_id <> all (files);
    end if;
    insert into draft_asset_use (site_id, asset_id, draft_id)
      select new.site_id, id, new.id from unnest(files) as id on conflict do nothing;
    return null;
  end
$$`;

/** The table of the files that content uses, kept by the triggers of items and drafts. */
export const assetUseTables: readonly TableSchema[] = [
  {
    name: 'asset_use',
    purpose: `Which content items use which files. A foreign key keeps a write from using a file that is deleted at the same
      time.`,
    columns: `
      asset_id uuid not null references asset on delete cascade,
      item_id uuid not null references content_item on delete cascade,
      site_id uuid not null references site on delete cascade,
      by_url boolean not null default false,
      primary key (asset_id, item_id, by_url)`,
    indexes: ['create index on asset_use (item_id)', 'create index on asset_use (site_id)'],
    functions: [keepAssetUrls],
  },
  {
    name: 'draft_asset_use',
    purpose: 'Which drafts use which files. A table of its own, because readers of `asset_use` expect the files of live items.',
    columns: `
      asset_id uuid not null references asset on delete cascade,
      draft_id uuid not null references content_draft on delete cascade,
      site_id uuid not null references site on delete cascade,
      primary key (asset_id, draft_id)`,
    indexes: ['create index on draft_asset_use (draft_id)', 'create index on draft_asset_use (site_id)'],
    functions: [draftFiles, keepDraftAssetUses],
  },
];
