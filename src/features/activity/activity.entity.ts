import { defineEntity, p } from '@mikro-orm/core';
import { siteFilter } from '../../database/site-entity.ts';
import type { ActivityAction, ActivityResource } from './activity.types.ts';

/** A change of a resource of a site, or of several by one statement. Written by triggers, and not changed any more. */
export const ActivityEntity = defineEntity({
  name: 'Activity',
  tableName: 'activity',
  filters: siteFilter(),
  properties: {
    id: p.uuid().primary(),
    siteId: p.uuid(),
    at: p.datetime(),
    /** `key:<id>`, `member:<id>`, `admin`, `admin:<id>` or `service`. */
    actor: p.text(),
    /** Name of a user, or the kind of a job. */
    actorName: p.text().nullable(),
    action: p.text().$type<ActivityAction>(),
    resourceType: p.text().$type<ActivityResource>(),
    /** Id of the resource; null if one statement changed very many. */
    resourceId: p.uuid().nullable(),
    title: p.text().nullable(),
    /** Columns that an update changed. */
    fields: p.array().$type<string[]>(),
    count: p.integer(),
  },
});
