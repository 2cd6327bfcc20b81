import { Migration } from '@mikro-orm/migrations';
import { lockToSite } from './lock-to-site.ts';

/** Folders, and the files in them, with row-level security. */
export class Assets extends Migration {
  override name = '20261121_assets';

  override up(): void {
    this.addSql(`create table asset_folder (
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
      access_level text not null check (access_level in ('public', 'authenticated', 'premium')),
      metadata jsonb not null,
      path text not null,
      depth integer not null,
      status text not null check (status in ('active', 'archived')),
      created_at timestamptz not null,
      updated_at timestamptz not null
    )`);
    // Root folders are each other's neighbours too.
    this.addSql('create unique index on asset_folder (site_id, parent_id, slug) nulls not distinct');
    this.addSql('create index on asset_folder (site_id, path)');
    this.addSql('create index on asset_folder (parent_id)');
    this.addSql(`create table asset (
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
      updated_at timestamptz not null
    )`);
    this.addSql(`create index on asset (site_id, created_at desc, id desc) where status = 'live'`);
    this.addSql(`create index on asset (site_id, folder_id, created_at desc, id desc) where status = 'live'`);
    // For the foreign key: deleting a folder must not read every asset.
    this.addSql('create index on asset (folder_id)');
    lockToSite(this, 'asset_folder');
    lockToSite(this, 'asset');
  }
}
