import { defineEntity, p } from '@mikro-orm/core';
import { siteFilter } from '../../../database/site-entity.ts';

export const SCHEDULED_ACTIONS = ['publish', 'unpublish'] as const;
export type ScheduledAction = (typeof SCHEDULED_ACTIONS)[number];

/** A scheduled action happens to a content item at a time. It is removed when it has happened. */
export const ContentScheduleEntity = defineEntity({
  name: 'ContentSchedule',
  tableName: 'content_schedule',
  filters: siteFilter(),
  properties: {
    id: p.uuid().primary(),
    siteId: p.uuid(),
    itemId: p.uuid(),
    action: p.text().$type<ScheduledAction>(),
    at: p.datetime(),
    /** The actor who scheduled it, in the form of `ContentItem.writtenBy`. */
    scheduledBy: p.text(),
    /** The reason why the action failed; it is not tried again. */
    failedReason: p.text().nullable(),
  },
});
