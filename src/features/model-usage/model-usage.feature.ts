import { defineFeature } from '../feature.ts';
import { ModelUsageEntity } from './model-usage.entity.ts';
import { ModelUsageResolver } from './model-usage.resolver.ts';
import type { ModelPrices } from './model-usage.service.ts';

export const modelUsageFeature = defineFeature({
  entities: [ModelUsageEntity],
  resolvers: [ModelUsageResolver],
  create: ({ modelPrices }: { modelPrices: ModelPrices }) => ({
    services: {},
    resolvers: [new ModelUsageResolver(modelPrices)],
  }),
});
