import { defineFeature } from '../feature.ts';
import { SearchResolver } from './search.resolver.ts';
import { type SearchDependencies, SearchService } from './search.service.ts';

export const searchFeature = defineFeature({
  resolvers: [SearchResolver],
  create: ({ index, refills, embedder, reranker, model, log }: SearchDependencies) => {
    const search = new SearchService({ index, refills, embedder, reranker, model, log });
    return { services: { search }, resolvers: [new SearchResolver(search)] };
  },
});
