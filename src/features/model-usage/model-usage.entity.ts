import { defineEntity, p } from '@mikro-orm/core';
import { siteFilter } from '../../database/site-entity.ts';

/** The usage of one model on one day. */
export const ModelUsageEntity = defineEntity({
  name: 'ModelUsage',
  tableName: 'model_usage',
  filters: siteFilter(),
  properties: {
    siteId: p.uuid().primary(),
    day: p.date().primary(),
    model: p.text().primary(),
    turns: p.integer(),
    inputTokens: p.bigint('number'),
    outputTokens: p.bigint('number'),
  },
});
