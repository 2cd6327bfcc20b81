import type { Database } from '../../database/database.ts';
import type { JobQueue } from '../../ports/job-queue.ts';
import { defineFeature } from '../feature.ts';
import { JobEntity } from './job.entity.ts';
import { JobService } from './job.service.ts';

export const jobFeature = defineFeature({
  entities: [JobEntity],
  create: ({ database, queue }: { database: Database; queue: JobQueue }) => ({
    services: { jobs: new JobService(database, queue) },
  }),
});
