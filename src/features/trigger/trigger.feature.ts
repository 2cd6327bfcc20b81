import type { LanguageModel } from '../../ports/language-model.ts';
import { defineFeature } from '../feature.ts';
import { TriggerSets } from './trigger-sets.ts';
import { TriggerEntity } from './trigger.entity.ts';
import { TriggerResolver } from './trigger.resolver.ts';
import { TriggerService } from './trigger.service.ts';

export const triggerFeature = defineFeature({
  entities: [TriggerEntity],
  resolvers: [TriggerResolver],
  create: ({ model }: { model: LanguageModel | null }) => {
    const triggers = new TriggerSets();
    return { services: { triggers }, resolvers: [new TriggerResolver(new TriggerService(), triggers, model)] };
  },
});
