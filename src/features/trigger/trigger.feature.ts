import { defineFeature } from '../feature.ts';
import type { LanguageModels } from '../site/own-models.service.ts';
import { TriggerSets } from './trigger-sets.ts';
import { TriggerEntity } from './trigger.entity.ts';
import { TriggerResolver } from './trigger.resolver.ts';

export const triggerFeature = defineFeature({
  entities: [TriggerEntity],
  resolvers: [TriggerResolver],
  create: ({ languageModels }: { languageModels: LanguageModels }) => {
    const triggers = new TriggerSets();
    return { services: { triggers }, resolvers: [new TriggerResolver(triggers, languageModels)] };
  },
});
