import { Migration } from '@mikro-orm/migrations';

/**
 * What is scheduled for an item is part of its answers for those who see unpublished items, whose answers are made of this
 * topic, too: without its revision they would be kept when a schedule changes and the item does not.
 */
export class ScheduleRevision extends Migration {
  override name = '20261126_schedule_revision';

  override up(): void {
    const transitions = { insert: 'new table', update: 'new table', delete: 'old table' };
    for (const [event, rows] of Object.entries(transitions)) {
      this.addSql(`create trigger site_revision_${event} after ${event} on content_schedule
        referencing ${rows} as changed for each statement execute function append_site_revision('draft')`);
    }
  }
}
