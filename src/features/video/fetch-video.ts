import type { Egress } from '../../ports/egress.ts';
import type { FileStorage } from '../../ports/file-storage.ts';
import { MediaError } from '../../shared/media-error.ts';
import { assetById } from '../asset/asset.rows.ts';
import { copyStoredVideo } from './copy-stored-video.ts';
import { downloadVideo } from './download-video.ts';
import type { FetchVideo } from './process-video.ts';

/** Fetches videos from the file storage, or by their URL. */
export function createFetchVideo({ egress, storage }: { egress: Egress; storage: FileStorage }): FetchVideo {
  return async ({ scope, video, ...options }) => {
    if (video.assetId === null) return downloadVideo(video.url, egress, options);
    const asset = await assetById(scope, video.assetId);
    if (!asset) throw new MediaError('UNREACHABLE', 'The file is no longer there');
    const { key, size } = asset;
    return copyStoredVideo({ key, size: Number(size), open: (range) => storage.read(key, range) }, options);
  };
}
