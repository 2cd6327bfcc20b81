import type { Database } from '../../database/database.ts';
import type { Logger } from '../../shared/log/logger.ts';
import type { SecretBox } from '../../shared/secret-box.ts';
import { defineFeature } from '../feature.ts';
import { IdempotentAnswerEntity } from './idempotency.entity.ts';
import { removeExpiredAnswers } from './idempotency.rows.ts';
import { IdempotencyService } from './idempotency.service.ts';

interface IdempotencyDependencies {
  database: Database;
  secrets: SecretBox;
  log: Logger;
}

export const idempotencyFeature = defineFeature({
  entities: [IdempotentAnswerEntity],
  create: ({ database, secrets, log }: IdempotencyDependencies) => ({
    services: { idempotency: new IdempotencyService(secrets, log) },
    work: { main: { maintenance: () => removeExpiredAnswers(database.system) } },
  }),
});
