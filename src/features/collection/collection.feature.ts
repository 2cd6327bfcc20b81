import { defineFeature } from '../feature.ts';
import { CollectionEntity } from './collection.entity.ts';
import { CollectionResolver } from './collection.resolver.ts';
import { CollectionService } from './collection.service.ts';

export const collectionFeature = defineFeature({
  entities: [CollectionEntity],
  resolvers: [CollectionResolver],
  create: () => {
    const collections = new CollectionService();
    return { services: { collections }, resolvers: [new CollectionResolver(collections)] };
  },
});
