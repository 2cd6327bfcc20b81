import { Migration } from '@mikro-orm/migrations';
import { SEES_UNPUBLISHED, lockToAccess, mayBeSeen } from './lock-to-access.ts';
import { lockToSite } from './lock-to-site.ts';

/**
 * Deleted content items as they were, until they expire. Not a mark at the item: every statement on items would have to
 * leave out the marked ones, and their slugs and external ids would stay taken.
 */
export class ContentTrash extends Migration {
  override name = '20261123_content_trash';

  override up(): void {
    this.addSql('alter table site add column trash_days integer not null default 30');
    this.addSql(`create table content_trash (
      id uuid primary key,
      site_id uuid not null references site on delete cascade,
      type text not null,
      title text not null,
      language text not null,
      access_level text not null,
      required_subscriptions text[] not null,
      deleted_at timestamptz not null,
      deleted_by text,
      expires_at timestamptz not null,
      item jsonb not null
    )`);
    this.addSql('create index on content_trash (site_id, deleted_at, id)');
    this.addSql('create index on content_trash (expires_at)');
    lockToSite(this, 'content_trash');
    lockToAccess(this, 'content_trash', `(${SEES_UNPUBLISHED} and ${mayBeSeen('content_trash')})`);
  }
}
