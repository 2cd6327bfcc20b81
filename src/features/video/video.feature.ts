import type { Database } from '../../database/database.ts';
import type { Egress } from '../../ports/egress.ts';
import type { FileStorage } from '../../ports/file-storage.ts';
import type { AssetService } from '../asset/asset.service.ts';
import { defineFeature } from '../feature.ts';
import { checkedTools } from './checked-tools.ts';
import { ProcessVideo } from './process-video.ts';
import { VideoEntity, VideoJobEntity, VideoSegmentEntity } from './video.entity.ts';
import type { VideoJobs } from './video-job.service.ts';
import { videosInProcess } from './video-job.rows.ts';
import { readVideoText } from './video-text.ts';
import type { VideoTools } from './video-work.ts';
import { VideoResolver } from './video.resolver.ts';
import { VideoService } from './video.service.ts';
import { WorkFolders } from './work-folder.ts';

interface VideoNeeds extends VideoTools {
  database: Database;
  egress: Egress;
  storage: FileStorage;
  videoJobs: VideoJobs;
  assets: { assets: AssetService };
  /** Folder on this machine for videos that are being processed. */
  videoFolder: string;
}

export const videoFeature = defineFeature({
  entities: [VideoEntity, VideoJobEntity, VideoSegmentEntity],
  resolvers: [VideoResolver],
  create: ({ database, egress, storage, videoJobs, assets, videoFolder, ...tools }: VideoNeeds) => {
    const videos = new VideoService({
      assets: assets.assets,
      egress,
      jobs: videoJobs,
      analyzer: tools.analyzer,
    });
    const folders = new WorkFolders(videoFolder);
    const processing = new ProcessVideo({
      ...checkedTools(tools),
      egress,
      storage,
      database,
      jobs: videoJobs,
      folders,
    });
    return {
      services: { videos },
      resolvers: [new VideoResolver(videos, videoJobs)],
      sources: { video: { read: readVideoText } },
      work: {
        videos: {
          handlers: { 'process-video': processing },
          maintenance: () => folders.sweep((ids) => videosInProcess(database.system, ids)),
        },
      },
    };
  },
});
