import { retryOnConflict } from '../../database/writes.ts';
import type { Egress } from '../../ports/egress.ts';
import type { VideoAnalyzer } from '../../ports/video-analyzer.ts';
import { conflict, notFound } from '../../shared/errors.ts';
import { isId } from '../../shared/ids.ts';
import type { Viewer } from '../../access/viewer.ts';
import { lockLiveAsset, setOwnLevel } from '../asset/asset.rows.ts';
import type { AssetService } from '../asset/asset.service.ts';
import { findChatPersona } from '../persona/persona.service.ts';
import { mergeAnalysis, mergedVideo } from './merged-video.ts';
import type { VideoJob, VideoModel } from './video-job.types.ts';
import type { VideoJobs } from './video-job.service.ts';
import { AddVideoInput } from './video.inputs.ts';
import { resolveOrigin } from './video-origin.ts';
import { LOCKED_BY_ORIGIN, type VideoRow, toSourceFacts, videoRows } from './video.rows.ts';

export interface VideoServiceOptions {
  assets: AssetService;
  egress: Pick<Egress, 'validateUrl'>;
  jobs: VideoJobs;
  analyzer: Pick<VideoAnalyzer, 'name' | 'describes' | 'maxFrames'>;
}

/** Adds videos to the knowledge base. */
export class VideoService {
  private readonly options: VideoServiceOptions;

  constructor(options: VideoServiceOptions) {
    this.options = options;
  }

  describeModel(): VideoModel {
    const { name, describes, maxFrames } = this.options.analyzer;
    return { name, images: describes, maxPictures: maxFrames };
  }

  /**
   * Durable: after the response the video is processed, and the job reports any error. A video that is being processed
   * keeps its job.
   */
  async add(viewer: Viewer, input: AddVideoInput): Promise<VideoJob> {
    const origin = await resolveOrigin(viewer, input, this.options);
    const analysis = mergeAnalysis(input, await findChatPersona(viewer, null));
    const { jobs } = this.options;
    const id = await retryOnConflict(() =>
      viewer.unrestricted('write').write(async (tx) => {
        const asset = origin.asset && (await lockLiveAsset(tx, origin.asset.key));
        if (origin.asset && !asset) throw notFound('File');
        const videos = await tx.rows(LOCKED_BY_ORIGIN, [tx.siteId, origin.url, asset?.id ?? null]);
        const before = pickVideo(videos, asset?.id);
        const video = mergedVideo(input, { url: origin.url, asset }, before);
        await videoRows.save(tx, video);
        if (asset && !video.followsFolder) await setOwnLevel(tx, asset.key, video);
        return jobs.start(tx, toSourceFacts(video), before && toSourceFacts(before), analysis);
      }),
    );
    return jobs.describe(viewer, id);
  }

  /** Deletes a video, which no search finds after the response. An uploaded file that it was read from is kept. */
  async delete(viewer: Viewer, id: string): Promise<void> {
    if (!isId(id)) throw notFound('Video');
    await viewer.unrestricted('write').write(async (tx) => {
      if (!(await videoRows.delete(tx, id))) throw notFound('Video');
      await this.options.jobs.remove(tx, id);
    });
  }
}

/** A file may have got a URL that another video has. */
function pickVideo(videos: readonly VideoRow[], assetId: string | undefined): VideoRow | null {
  if (videos.length > 1) throw conflict('videoUrl and videoId belong to different videos');
  const [video = null] = videos;
  if (video && assetId !== undefined && video.assetId !== null && video.assetId !== assetId) {
    throw conflict('videoUrl belongs to a video with another videoId');
  }
  return video;
}
