import { defineFeature } from '../feature.ts';
import { ViewerResolver } from './viewer.resolver.ts';

export const accessFeature = defineFeature({
  resolvers: [ViewerResolver],
  create: () => ({ services: {}, resolvers: [new ViewerResolver()] }),
});
