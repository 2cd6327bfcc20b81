import { Migration } from '@mikro-orm/migrations';
import { changeRevision } from './change-revision.ts';
import { SEES_UNPUBLISHED, lockToAccess, mayBeSeen } from './lock-to-access.ts';
import { lockToSite } from './lock-to-site.ts';

/**
 * Changes of content items that are not live yet: one draft for an item, under its id. The access level is that of the item with its
 * draft; whoever sees a draft must also see the item as it is.
 */
export class ContentDrafts extends Migration {
  override name = '20261123_content_drafts';

  override up(): void {
    this.addSql(`create table content_draft (
      id uuid primary key references content_item on delete cascade,
      site_id uuid not null references site on delete cascade,
      access_level text not null,
      required_subscriptions text[] not null,
      item_revision integer not null,
      revision integer not null,
      changes jsonb not null,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      written_by text not null
    )`);
    this.addSql('create index on content_draft (site_id)');
    this.addSql('alter table content_trash add column draft jsonb');
    lockToSite(this, 'content_draft');
    // The policies of `content_item` apply in the condition.
    const itemIsSeen = 'exists (select from content_item c where c.id = content_draft.id)';
    lockToAccess(this, 'content_draft', `(${SEES_UNPUBLISHED} and ${mayBeSeen('content_draft')} and ${itemIsSeen})`);
    changeRevision(this, 'content_draft', 'draft');
  }
}
