import type { Egress } from '../../ports/egress.ts';
import type { AssetService } from '../asset/asset.service.ts';
import { defineFeature } from '../feature.ts';
import type { JobService } from '../job/job.service.ts';
import type { SourceService } from '../knowledge/source.service.ts';
import { VideoIndexing } from './video-indexing.service.ts';
import { VideoEntity, VideoJobEntity, VideoSegmentEntity } from './video.entity.ts';
import { VideoResolver } from './video.resolver.ts';
import { VideoService } from './video.service.ts';

/** What uploads need of videos; videos need uploads in turn. */
export const videoIndexingFeature = defineFeature({
  create: ({ jobs, sources }: { jobs: JobService; sources: SourceService }) => ({
    services: { videoIndexing: new VideoIndexing(jobs, sources) },
  }),
});

interface VideoNeeds {
  egress: Egress;
  videoIndexing: VideoIndexing;
  assets: { assets: AssetService };
}

export const videoFeature = defineFeature({
  entities: [VideoEntity, VideoJobEntity, VideoSegmentEntity],
  resolvers: [VideoResolver],
  create: ({ egress, videoIndexing: indexing, assets }: VideoNeeds) => {
    const videos = new VideoService({ assets: assets.assets, egress, indexing });
    return { services: { videos }, resolvers: [new VideoResolver(videos)] };
  },
});
