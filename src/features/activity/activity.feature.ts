import type { Database } from '../../database/database.ts';
import { defineFeature } from '../feature.ts';
import type { SiteService } from '../site/site.service.ts';
import { ActivityEntity } from './activity.entity.ts';
import { ActivityResolver } from './activity.resolver.ts';
import { removeOldActivities } from './activity.rows.ts';
import { ActivityService } from './activity.service.ts';

interface ActivityDependencies {
  database: Database;
  sites: SiteService;
}

export const activityFeature = defineFeature({
  entities: [ActivityEntity],
  resolvers: [ActivityResolver],
  create: ({ database, sites }: ActivityDependencies) => ({
    services: {},
    resolvers: [new ActivityResolver(new ActivityService(database, sites))],
    work: { main: { maintenance: () => removeOldActivities(database.system) } },
  }),
});
