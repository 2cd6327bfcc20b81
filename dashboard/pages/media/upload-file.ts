import type { Upload as TusUpload } from 'tus-js-client';
import { request } from '../../data/request.ts';
import { UPLOAD } from './media.query.ts';

export interface RunningUpload {
  cancel: () => void;
}

interface UploadEvents {
  onProgress: (sent: number) => void;
  onInterrupted: () => void;
  onDone: () => void;
  onFailed: (message: string) => void;
}

/** A request has at most this much: proxies often limit bodies. */
const CHUNK_BYTES = 16 * 1024 * 1024;
/** After a broken connection; the count starts again with each byte that arrives. */
const RETRY_MS = [500, 1_000, 2_000, 5_000, 10_000, 20_000, 30_000, 60_000, 60_000, 60_000];

/** Uploads a file in parts. The same file of the same site continues where an earlier upload in this browser ended. */
export function startUpload(site: string, file: File, folderId: string | null, events: UploadEvents): RunningUpload {
  const key = `lectern-upload:${site}:${folderId}:${file.name}:${file.size}:${file.lastModified}`;
  let upload: TusUpload | null = null;
  let isCancelled = false;
  void run().catch((error: unknown) => isCancelled || events.onFailed((error as Error).message));
  return {
    cancel: () => {
      isCancelled = true;
      localStorage.removeItem(key);
      void upload?.abort(true).catch(() => undefined);
    },
  };

  async function run(): Promise<void> {
    const { Upload } = await import('tus-js-client');
    const known = localStorage.getItem(key);
    const uploadUrl = known ?? (await grantUrl(site, file, folderId));
    if (isCancelled) return;
    localStorage.setItem(key, uploadUrl);
    upload = new Upload(file, {
      uploadUrl,
      chunkSize: CHUNK_BYTES,
      retryDelays: RETRY_MS,
      storeFingerprintForResuming: false,
      onProgress: (sent) => events.onProgress(sent),
      onShouldRetry: (error) => {
        const status = error.originalResponse?.getStatus() ?? 0;
        const isTemporary = status === 0 || status === 409 || status === 429 || status >= 500;
        if (isTemporary) events.onInterrupted();
        return isTemporary;
      },
      onSuccess: () => {
        localStorage.removeItem(key);
        events.onDone();
      },
      onError: (error) => {
        const response = 'originalResponse' in error ? error.originalResponse : null;
        // The URL of an earlier visit has expired, or its upload has been removed.
        const isRejected = response !== null && response.getStatus() >= 400 && response.getStatus() < 500;
        if (isRejected) localStorage.removeItem(key);
        if (isRejected && known !== null && response.getBody() === '') void run();
        else events.onFailed(messageOf(response?.getBody()) ?? error.message);
      },
    });
    upload.start();
  }
}

/** Same origin: the dashboard is served by the service itself, whatever name the URL has for others. */
async function grantUrl(site: string, file: File, folderId: string | null): Promise<string> {
  const input = { filename: file.name, contentType: typeOf(file), size: Math.max(file.size, 1), folderId };
  const { createUploadGrant } = await request(UPLOAD, { input }, { site });
  const { pathname, search } = new URL(createUploadGrant.resumableUrl ?? '', window.location.href);
  return pathname + search;
}

/** Browsers do not know all types by their extension. */
function typeOf({ name, type }: File): string {
  const extension = name.split('.').at(-1)?.toLowerCase() ?? '';
  return { md: 'text/markdown', markdown: 'text/markdown', txt: 'text/plain' }[extension] ?? type;
}

function messageOf(body: string | undefined): string | null {
  try {
    return (JSON.parse(body ?? '') as { error?: string }).error ?? null;
  } catch {
    return null;
  }
}
