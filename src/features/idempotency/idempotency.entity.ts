import { defineEntity, p } from '@mikro-orm/core';
import { siteFilter } from '../../database/site-entity.ts';

/** The answer of a request that carried an `Idempotency-Key`. */
export const IdempotentAnswerEntity = defineEntity({
  name: 'IdempotentAnswer',
  tableName: 'idempotent_answer',
  filters: siteFilter(),
  properties: {
    siteId: p.uuid().primary(),
    identity: p.blob().$type<Buffer>().primary(),
    fingerprint: p.blob().$type<Buffer>(),
    /** The encrypted answer; null: the request that reserved the key has not ended. */
    answer: p.text().nullable(),
    bytes: p.integer(),
    expiresAt: p.datetime(),
  },
});
