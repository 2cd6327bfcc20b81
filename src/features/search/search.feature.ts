import type { AssetService } from '../asset/asset.service.ts';
import { defineFeature } from '../feature.ts';
import { VideoLinks } from '../video/video-links.service.ts';
import { SearchResolver } from './search.resolver.ts';
import { type SearchDependencies, SearchService } from './search.service.ts';
import { SourceLinks } from './source-links.service.ts';

interface SearchFeatureDependencies extends SearchDependencies {
  assets: { assets: AssetService };
}

export const searchFeature = defineFeature({
  resolvers: [SearchResolver],
  create: ({ vectors, refills, rerankers, languageModels, log, assets }: SearchFeatureDependencies) => {
    const search = new SearchService({ vectors, refills, rerankers, languageModels, log });
    const videoLinks = new VideoLinks(assets.assets);
    const links = new SourceLinks(videoLinks, assets.assets);
    return { services: { search, videoLinks, links }, resolvers: [new SearchResolver(search, links)] };
  },
});
