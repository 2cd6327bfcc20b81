import { defineFeature } from '../feature.ts';
import { SubscriptionResolver } from './subscription.resolver.ts';

export const subscriptionFeature = defineFeature({
  resolvers: [SubscriptionResolver],
  create: () => ({ services: {}, resolvers: [new SubscriptionResolver()] }),
});
