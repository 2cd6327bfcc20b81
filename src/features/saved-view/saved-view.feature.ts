import { defineFeature } from '../feature.ts';
import { SavedViewEntity } from './saved-view.entity.ts';
import { SavedViewResolver } from './saved-view.resolver.ts';
import { SavedViewService } from './saved-view.service.ts';

export const savedViewFeature = defineFeature({
  entities: [SavedViewEntity],
  resolvers: [SavedViewResolver],
  create: () => ({ services: {}, resolvers: [new SavedViewResolver(new SavedViewService())] }),
});
