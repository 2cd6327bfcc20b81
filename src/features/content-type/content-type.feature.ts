import { defineFeature } from '../feature.ts';
import type { JobService } from '../job/job.service.ts';
import { ContentTypeEntity } from './content-type.entity.ts';
import { ContentTypeResolver } from './content-type.resolver.ts';
import { ContentTypeService } from './content-type.service.ts';

export const contentTypeFeature = defineFeature({
  entities: [ContentTypeEntity],
  resolvers: [ContentTypeResolver],
  create: ({ jobs }: { jobs: JobService }) => {
    const contentTypes = new ContentTypeService(jobs);
    return { services: { contentTypes }, resolvers: [new ContentTypeResolver(contentTypes)] };
  },
});
