import { isId } from '../../shared/ids.ts';
import type { Viewer } from '../../access/viewer.ts';
import type { AssetService } from '../asset/asset.service.ts';
import type { VideoName } from './named-videos.rows.ts';
import { videoOriginById } from './video.loaders.ts';

/** Resolves the references of clients to videos: URLs for players, and names. */
export class VideoLinks {
  private readonly assets: AssetService;

  constructor(assets: AssetService) {
    this.assets = assets;
  }

  /**
   * URL of a video that starts playing at a time, in seconds, as a media fragment; that of a restricted file is signed.
   * Null for an unknown video. One statement for all videos of a request.
   */
  async urlAtSecond(viewer: Viewer, videoId: string, seconds: number): Promise<string | null> {
    const origin = await viewer.loader(videoOriginById).load(videoId);
    if (!origin) return null;
    const { url, key, accessLevel, requiredSubscriptions } = origin;
    const file = key && accessLevel ? { key, accessLevel, requiredSubscriptions: requiredSubscriptions ?? [] } : null;
    return `${file ? this.assets.fileUrl(viewer, file) : url}#t=${Math.floor(seconds * 10) / 10}`;
  }

  /** Reads how a client refers to a video. */
  nameVideo(viewer: Viewer, reference: string): VideoName {
    if (isId(reference)) return { id: reference.toLowerCase(), url: null, key: null };
    const url = URL.parse(reference.trim());
    if (!url) return { id: null, url: null, key: null };
    url.hash = '';
    return { id: null, url: url.href, key: this.assets.keyInUrl(viewer, url) };
  }
}
