import type { AssetService } from '../asset/asset.service.ts';
import { defineFeature } from '../feature.ts';
import { checkedTools } from './processing/checked-tools.ts';
import { ProcessVideo, type ProcessVideoOptions } from './processing/process-video.ts';
import { VideoEntity, VideoJobEntity, VideoSegmentEntity } from './video.entity.ts';
import type { VideoJobs } from './video-job.service.ts';
import { VIDEOS_IN_PROCESS } from './video-job.rows.ts';
import { readVideoText } from './processing/video-text.ts';
import { VideoResolver } from './video.resolver.ts';
import { VideoService, type VideoServiceOptions } from './video.service.ts';
import { WorkFolders } from './processing/work-folder.ts';

interface VideoDependencies extends Omit<ProcessVideoOptions, 'jobs' | 'folders' | 'egress'> {
  egress: ProcessVideoOptions['egress'] & VideoServiceOptions['egress'];
  videoJobs: VideoJobs;
  assets: { assets: AssetService };
  /** Folder on this machine for videos that are being processed. */
  videoFolder: string;
}

export const videoFeature = defineFeature({
  entities: [VideoEntity, VideoJobEntity, VideoSegmentEntity],
  resolvers: [VideoResolver],
  create: ({ videoJobs: jobs, assets: { assets }, videoFolder, ...needs }: VideoDependencies) => {
    const videos = new VideoService({ ...needs, assets, jobs });
    const folders = new WorkFolders(videoFolder);
    const processing = new ProcessVideo({ ...needs, ...checkedTools(needs), jobs, folders });
    return {
      services: { videos },
      resolvers: [new VideoResolver(videos, jobs)],
      sources: { video: { read: readVideoText } },
      work: {
        videos: {
          handlers: { 'process-video': processing },
          maintenance: () =>
            folders.sweep(async (ids) => {
              const rows = await needs.database.system.rows(VIDEOS_IN_PROCESS, [ids]);
              return rows.map(({ id }) => id);
            }),
        },
      },
    };
  },
});
