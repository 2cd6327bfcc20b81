import type { Readable } from 'node:stream';
import { MediaError } from '../../shared/media-error.ts';
import type { FetchOptions, FetchedVideo } from './download-video.ts';
import { PartialFile } from './partial-file.ts';
import { HEAD_BYTES, assertVideoContent } from './video-content.ts';

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
    const begun = await file.begun();
    if (!begun || begun.start > stored.size) await file.startAgain(stored.key);
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
