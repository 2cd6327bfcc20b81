import type { Database } from '../../database/database.ts';
import { defineFeature } from '../feature.ts';
import type { SiteService } from '../site/site.service.ts';
import { FormSubmissionService } from './form-submission.service.ts';
import { FormSubmissionEntity } from './form.entity.ts';
import { FormResolver } from './form.resolver.ts';
import type { FormDependencies } from './form.service.ts';

export const formFeature = defineFeature({
  entities: [FormSubmissionEntity],
  resolvers: [FormResolver],
  create: ({ database, sites, mailer, log }: FormDependencies & { database: Database; sites: SiteService }) => ({
    services: {},
    resolvers: [new FormResolver({ mailer, log }, sites, new FormSubmissionService(database, sites))],
  }),
});
