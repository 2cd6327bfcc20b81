import { Migration } from '@mikro-orm/migrations';
import { SEES_UNPUBLISHED, lockToAccess } from './lock-to-access.ts';
import { lockToSite } from './lock-to-site.ts';

/** When content items are published and unpublished. */
export class ContentSchedule extends Migration {
  override name = '20261123_content_schedule';

  override up(): void {
    this.addSql(`create table content_schedule (
      id uuid primary key,
      site_id uuid not null references site on delete cascade,
      item_id uuid not null references content_item on delete cascade,
      action text not null check (action in ('publish', 'unpublish')),
      at timestamptz not null,
      scheduled_by text not null,
      failed_reason text,
      unique (item_id, action)
    )`);
    this.addSql('create index on content_schedule (site_id, at, id)');
    this.addSql('create index on content_schedule (at) where failed_reason is null');
    lockToSite(this, 'content_schedule');
    // The policies of `content_item` apply in the condition.
    const itemIsSeen = 'exists (select from content_item c where c.id = content_schedule.item_id)';
    lockToAccess(this, 'content_schedule', `(${SEES_UNPUBLISHED} and ${itemIsSeen})`);
  }
}
