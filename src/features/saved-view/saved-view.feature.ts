import { defineFeature } from '../feature.ts';
import { SavedViewEntity } from './saved-view.entity.ts';
import { SavedViewResolver } from './saved-view.resolver.ts';

export const savedViewFeature = defineFeature({
  entities: [SavedViewEntity],
  resolvers: [SavedViewResolver],
  create: () => ({ services: {}, resolvers: [new SavedViewResolver()] }),
});
