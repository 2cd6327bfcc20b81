import type { Scope, ScopeTransaction } from '../../database/database.ts';
import { retryOnConflict } from '../../database/writes.ts';
import { checkInput } from '../../graphql/bounds.ts';
import type { Egress } from '../../ports/egress.ts';
import { conflict, notFound } from '../../shared/errors.ts';
import { isId } from '../../shared/ids.ts';
import { assertGranted } from '../access/access.ts';
import type { Viewer } from '../access/viewer.ts';
import { lockLiveAsset, setOwnLevel } from '../asset/asset.rows.ts';
import type { AssetService } from '../asset/asset.service.ts';
import type { PersonaService } from '../persona/persona.service.ts';
import { analysisOf, mergedVideo } from './merged-video.ts';
import type { VideoIndexing } from './video-indexing.service.ts';
import { type VideoJobFacts, endProcessing, latestVideoJob, readVideoJob, reopenVideoJob } from './video-job.rows.ts';
import { describeVideoJob, isOpen } from './video-job.state.ts';
import type { VideoJob } from './video-job.types.ts';
import type { AnalysisConfig } from './video.entity.ts';
import { AddVideoInput } from './video.inputs.ts';
import { type VideoOrigin, resolveOrigin } from './video-origin.ts';
import { type VideoRow, lockVideo, lockVideosOf, saveVideo } from './video.rows.ts';

const CANCELLED = { code: 'CANCELLED', message: 'Processing was cancelled' };

interface VideoServiceOptions {
  assets: AssetService;
  egress: Pick<Egress, 'validateUrl'>;
  indexing: VideoIndexing;
  personas: Pick<PersonaService, 'forChat'>;
}

/** Adds videos to the knowledge base. */
export class VideoService {
  private readonly options: VideoServiceOptions;

  constructor(options: VideoServiceOptions) {
    this.options = options;
  }

  /**
   * Durable: after the response the video is processed, and the job reports any error. A video that is being processed
   * keeps its job.
   */
  async add(viewer: Viewer, input: AddVideoInput): Promise<VideoJob> {
    checkInput(AddVideoInput, input).throwIfInvalid();
    const origin = await resolveOrigin(viewer, input, this.options);
    const analysis = analysisOf(input, await this.options.personas.forChat(viewer, null));
    const id = await retryOnConflict(() =>
      viewer.unrestrictedScope.write((tx) => this.save(tx, input, origin, analysis)),
    );
    return describeVideoJob(await this.facts(viewer, id));
  }

  /** 401 or 403 for the job of a video that the viewer cannot read. */
  async get(viewer: Viewer, id: string): Promise<VideoJob> {
    const facts = (await find(viewer.scope, id)) ?? (await this.facts(viewer, id));
    assertGranted(viewer, facts);
    return describeVideoJob(facts);
  }

  /** 409 if the video is being indexed or the job is finished. */
  async cancel(viewer: Viewer, id: string): Promise<VideoJob> {
    const { videoId } = await this.facts(viewer, id);
    await viewer.unrestrictedScope.write(async (tx) => {
      await lockVideo(tx, videoId);
      const current = await readVideoJob(tx, viewer.site.id, id);
      if (current?.phase !== 'processing') throw conflict('Job can no longer be cancelled');
      await endProcessing(tx, videoId, 'cancelled', CANCELLED);
      await this.options.indexing.cancelled(tx, videoId, CANCELLED);
    });
    return describeVideoJob(await this.facts(viewer, id));
  }

  /** 409 unless it failed or was cancelled. What its finished stages have found is reused. */
  async retry(viewer: Viewer, id: string): Promise<VideoJob> {
    const { videoId } = await this.facts(viewer, id);
    await viewer.unrestrictedScope.write(async (tx) => {
      const video = await lockVideo(tx, videoId);
      const latest = video && (await latestVideoJob(tx, videoId));
      if (!video || latest?.id !== id || isOpen(latest) || describeVideoJob(latest).status !== 'failed') {
        throw conflict('Only the latest job of a video can be retried, and only after it failed or was cancelled');
      }
      await reopenVideoJob(tx, id);
      await this.options.indexing.enqueue(tx, video);
    });
    return describeVideoJob(await this.facts(viewer, id));
  }

  /** From the response on, no search finds it. An uploaded file that it was read from is kept. */
  async delete(viewer: Viewer, id: string): Promise<void> {
    const { indexing } = this.options;
    const isDeleted = isId(id) && (await viewer.unrestrictedScope.write((tx) => indexing.delete(tx, id)));
    if (!isDeleted) throw notFound('Video');
  }

  /** Returns the id of the job. */
  private async save(
    tx: ScopeTransaction,
    input: AddVideoInput,
    origin: VideoOrigin,
    analysis: AnalysisConfig,
  ): Promise<string> {
    const asset = origin.asset && (await lockLiveAsset(tx, origin.asset.key));
    if (origin.asset && !asset) throw notFound('File');
    const before = knownAs(await lockVideosOf(tx, { url: origin.url, assetId: asset?.id ?? null }), asset?.id);
    const video = mergedVideo(input, { url: origin.url, asset }, before);
    await saveVideo(tx, video);
    if (asset && !video.followsFolder) await setOwnLevel(tx, asset.key, video);
    return this.options.indexing.start(tx, video, before, analysis);
  }

  /** Without an access check. */
  private async facts(viewer: Viewer, id: string): Promise<VideoJobFacts> {
    const facts = await find(viewer.unrestrictedScope, id);
    if (!facts) throw notFound('Job');
    return facts;
  }
}

/** A file may have got a URL that another video has. */
function knownAs(found: readonly VideoRow[], assetId: string | undefined): VideoRow | null {
  if (found.length > 1) throw conflict('videoUrl and videoId belong to different videos');
  const [video = null] = found;
  if (video && assetId !== undefined && video.assetId !== null && video.assetId !== assetId) {
    throw conflict('videoUrl belongs to a video with another videoId');
  }
  return video;
}

async function find(scope: Scope, id: string): Promise<VideoJobFacts | null> {
  return isId(id) ? readVideoJob(scope, scope.siteId, id) : null;
}
