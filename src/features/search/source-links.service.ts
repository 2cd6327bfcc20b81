import type { Viewer } from '../../access/viewer.ts';
import type { AssetService } from '../asset/asset.service.ts';
import { fileOriginById } from '../file/file.loaders.ts';
import type { VideoLinks } from '../video/video-links.service.ts';
import type { Passage } from './passage.rows.ts';

type LinkedPassage = Pick<Passage, 'source' | 'sourceId' | 'startTime' | 'page' | 'url'>;

/** URLs at which a visitor sees the source of a passage. */
export class SourceLinks {
  private readonly videos: VideoLinks;
  private readonly assets: AssetService;

  constructor(videos: VideoLinks, assets: AssetService) {
    this.videos = videos;
    this.assets = assets;
  }

  /**
   * Content items: the URL of their page; videos: that which plays from the start of the passage on; files: that of the
   * file, at the page of the passage. Null if there is none. At most one statement for all videos of a request and one
   * for all files.
   */
  async findUrl(viewer: Viewer, { source, sourceId, startTime, page, url }: LinkedPassage): Promise<string | null> {
    if (source === 'video') return this.videos.urlAtSecond(viewer, sourceId, startTime ?? 0);
    if (source !== 'file') return url;
    const file = await viewer.loader(fileOriginById).load(sourceId);
    return file && this.assets.fileUrl(viewer, file) + (page === null ? '' : `#page=${page}`);
  }
}
