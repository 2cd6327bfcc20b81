import { Migration } from '@mikro-orm/migrations';
import { changeRevision } from './change-revision.ts';

/**
 * What is scheduled for an item is part of its answers for those who see unpublished items, whose answers are made of this
 * topic, too: without its revision they would be kept when a schedule changes and the item does not.
 */
export class ScheduleRevision extends Migration {
  override name = '20261126_schedule_revision';

  override up(): void {
    changeRevision(this, 'content_schedule', 'draft');
  }
}
