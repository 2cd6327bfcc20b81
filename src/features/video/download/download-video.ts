import { setTimeout as wait } from 'node:timers/promises';
import type { DownloadAnswer, Egress } from '../../../ports/egress.ts';
import { ServiceError } from '../../../shared/errors.ts';
import { MediaError } from '../../../ports/media-error.ts';
import { PartialFile } from './partial-file.ts';
import { fetchSubtitles } from './side-car.ts';
import { HEAD_BYTES, assertVideoContent } from './video-content.ts';

export interface FetchOptions {
  /** The folder of this video alone; what an earlier attempt has left there is used. */
  folder: string;
  signal: AbortSignal;
  onProgress?: (share: number) => void;
}

export interface FetchedVideo {
  path: string;
  /** Path of a file of subtitles that was found beside the video. */
  subtitles: string | null;
}

export const MAX_VIDEO_BYTES = 500 * 1024 * 1024;

/** The times that a server gets. `pauseMs` is the pause before the second attempt, doubled after each that brought no byte. */
export const PATIENCE = { deadlineMs: 20_000, stallMs: 20_000, minBytesPerSecond: 50_000, pauseMs: 1_000 };
/** Attempts without a byte more than before, and in total. */
const MAX_IDLE_ATTEMPTS = 5;
const MAX_ATTEMPTS = 50;
/** The value that `receive` resolves with. */
const DOWNLOAD_COMPLETE = 'received';

/**
 * Downloads a video into the folder. A download that breaks off continues where it was, within this call and after a
 * crash, if the server supports ranges and the content has not changed.
 * @throws MediaError if the URL leads to no video or to one that is too large; ServiceError if a retry may help
 */
export async function downloadVideo(
  url: string,
  egress: Pick<Egress, 'download' | 'fetch'>,
  options: FetchOptions,
  patience = PATIENCE,
): Promise<FetchedVideo> {
  const file = new PartialFile(options.folder, url);
  if (!(await file.isComplete())) {
    await downloadAll(file, url, egress, options, patience);
    await file.complete();
  }
  return { path: file.path, subtitles: await fetchSubtitles(url, egress, options) };
}

async function downloadAll(
  file: PartialFile,
  url: string,
  egress: Pick<Egress, 'download'>,
  options: FetchOptions,
  { pauseMs, ...bounds }: typeof PATIENCE,
): Promise<void> {
  let idle = 0;
  for (let attempt = 1; ; attempt += 1) {
    const progress = await file.readProgress();
    const before = file.size;
    try {
      const request = {
        url,
        ...bounds,
        maxBytes: MAX_VIDEO_BYTES,
        resume: progress ?? undefined,
        signal: options.signal,
      };
      const result = await egress.download(request, (answer) =>
        receive(file, progress?.start ?? null, answer, options),
      );
      // Otherwise a part that an earlier attempt has left could count as the whole.
      if (result !== DOWNLOAD_COMPLETE) throw new ServiceError('BAD_GATEWAY', 'The download ended without a response');
      return;
    } catch (error) {
      options.signal.throwIfAborted();
      idle = file.size > before ? 0 : idle + 1;
      const mayRetry = error instanceof ServiceError && error.code === 'BAD_GATEWAY';
      if (!mayRetry || idle >= MAX_IDLE_ATTEMPTS || attempt >= MAX_ATTEMPTS) throw toMediaError(error);
    }
    await wait(pauseMs * 2 ** Math.max(0, idle - 1), undefined, { signal: options.signal });
  }
}

/** @param start the first byte that was asked for; null: all of them */
async function receive(
  file: PartialFile,
  start: number | null,
  { status, headers, body }: DownloadAnswer,
  { onProgress }: FetchOptions,
): Promise<typeof DOWNLOAD_COMPLETE> {
  const range = /^bytes (?:(\d+)-\d+|\*)\/(\d+|\*)$/.exec(headers['content-range'] ?? '');
  // All bytes were there, but a crash came before the end of the call.
  if (status === 416 && start !== null && Number(range?.[2]) === start) {
    await assertVideoContent(await file.head(HEAD_BYTES));
    return DOWNLOAD_COMPLETE;
  }
  if (status === 416 || (status === 206 && Number(range?.[1]) !== start)) {
    await file.startAgain(null);
    throw new ServiceError('BAD_GATEWAY', 'The server answered with another part of the file than was asked for');
  }
  assertSuccess(status);
  if (status !== 206) await file.startAgain(pickValidator(headers));
  const total = headers['content-length'] === undefined ? null : file.size + Number(headers['content-length']);
  if ((total ?? 0) > MAX_VIDEO_BYTES) throw tooLarge();
  await append(file, body, (size) => onProgress?.(Math.min(1, size / (total ?? MAX_VIDEO_BYTES))));
  return DOWNLOAD_COMPLETE;
}

/** The type is checked as soon as it can be recognised, so that no other file is downloaded to its end. */
async function append(file: PartialFile, body: AsyncIterable<Buffer>, onSize: (size: number) => void): Promise<void> {
  let isChecked = false;
  try {
    for await (const part of body) {
      await file.append(part);
      if (file.size > MAX_VIDEO_BYTES) throw tooLarge();
      if (!isChecked && file.size >= HEAD_BYTES) {
        await assertVideoContent(await file.head(HEAD_BYTES));
        isChecked = true;
      }
      onSize(file.size);
    }
  } finally {
    await file.close();
  }
  if (!isChecked) await assertVideoContent(await file.head(HEAD_BYTES));
}

function assertSuccess(status: number): void {
  if (status === 200 || status === 206) return;
  const message = `The server answered ${status} for the URL`;
  if (status >= 500 || [408, 425, 429].includes(status)) throw new ServiceError('BAD_GATEWAY', message);
  throw new MediaError('UNREACHABLE', message);
}

/** A strong entity tag, else a date; a weak one does not say that every byte is the same. */
function pickValidator({ etag, 'last-modified': date }: Readonly<Record<string, string>>): string | null {
  if (etag !== undefined && /^"[\x21\x23-\x7e]{0,200}"$/.test(etag)) return etag;
  return date !== undefined && /^[A-Za-z0-9:, ]{1,60}$/.test(date) ? date : null;
}

function toMediaError(error: unknown): unknown {
  if (!(error instanceof ServiceError)) return error;
  if (error.code === 'BAD_REQUEST') return new MediaError('UNREACHABLE', error.message);
  return error.code === 'PAYLOAD_TOO_LARGE' ? tooLarge() : error;
}

function tooLarge(): MediaError {
  return new MediaError('TOO_LARGE', `The video has more than ${MAX_VIDEO_BYTES / 1024 / 1024} MB`);
}
