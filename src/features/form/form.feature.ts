import type { Database } from '../../database/database.ts';
import type { Mailer } from '../../ports/mailer.ts';
import type { Logger } from '../../shared/logger.ts';
import { defineFeature } from '../feature.ts';
import type { SiteService } from '../site/site.service.ts';
import { FormSubmissionService } from './form-submission.service.ts';
import { FormSubmissionEntity } from './form.entity.ts';
import { FormMailPreviewService } from './form-mail-preview.service.ts';
import { FormResolver } from './form.resolver.ts';
import { FormService } from './form.service.ts';

interface FormNeeds {
  database: Database;
  mailer: Mailer;
  sites: SiteService;
  log: Logger;
}

export const formFeature = defineFeature({
  entities: [FormSubmissionEntity],
  resolvers: [FormResolver],
  create: ({ database, mailer, sites, log }: FormNeeds) => ({
    services: {},
    resolvers: [
      new FormResolver(
        new FormService(mailer, log),
        new FormSubmissionService(database, sites),
        new FormMailPreviewService(sites),
      ),
    ],
  }),
});
