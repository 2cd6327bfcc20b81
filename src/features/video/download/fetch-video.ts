import type { Readable } from 'node:stream';
import type { Egress } from '../../../ports/egress.ts';
import type { FileStorage } from '../../../ports/file-storage.ts';
import { MediaError } from '../../../ports/media-error.ts';
import { assetById } from '../../asset/asset.rows.ts';
import { type FetchOptions, type FetchedVideo, downloadVideo } from './download-video.ts';
import { PartialFile } from './partial-file.ts';
import { HEAD_BYTES, assertVideoContent } from './video-content.ts';
import type { VideoWork } from '../processing/video-work.ts';

/** The ports by which videos are fetched. */
export interface FetchPorts {
  egress: Pick<Egress, 'download' | 'fetch'>;
  storage: Pick<FileStorage, 'read'>;
}

/** Fetches a video into its folder, from the file storage or by its URL, or continues where an earlier attempt stopped. */
export async function fetchVideo(
  { scope, video: { assetId, url } }: Pick<VideoWork, 'scope' | 'video'>,
  { egress, storage }: FetchPorts,
  options: FetchOptions,
): Promise<FetchedVideo> {
  if (assetId === null) return downloadVideo(url, egress, options);
  const asset = await assetById(scope, assetId);
  if (!asset) throw new MediaError('UNREACHABLE', 'The file is no longer there');
  const { key, size } = asset;
  return copyStoredVideo({ key, size: Number(size), open: (range) => storage.read(key, range) }, options);
}

/** An uploaded file, whose content never changes. */
export interface StoredVideo {
  key: string;
  size: number;
  /** The bytes from `start` on; null if the file is no longer there. */
  open: (range: { start: number }) => Promise<Readable | null>;
}

/**
 * Copies an uploaded video into the folder; after a crash, only the bytes that are missing.
 * @throws MediaError if the file no longer exists or is not a video
 */
export async function copyStoredVideo(stored: StoredVideo, options: FetchOptions): Promise<FetchedVideo> {
  const file = new PartialFile(options.folder, stored.key);
  if (!(await file.isComplete())) {
    const progress = await file.readProgress();
    if (!progress || progress.start > stored.size) await file.startAgain(stored.key);
    if (file.size < stored.size) await copyRest(file, stored, options);
    await assertVideoContent(await file.head(HEAD_BYTES));
    await file.complete();
  }
  return { path: file.path, subtitles: null };
}

async function copyRest(file: PartialFile, stored: StoredVideo, { signal, onProgress }: FetchOptions): Promise<void> {
  const stream = await stored.open({ start: file.size });
  if (!stream) throw new MediaError('UNREACHABLE', 'The file is no longer there');
  try {
    for await (const part of stream as AsyncIterable<Buffer>) {
      signal.throwIfAborted();
      await file.append(part);
      onProgress?.(Math.min(1, file.size / stored.size));
    }
  } finally {
    stream.destroy();
    await file.close();
  }
}
