import type { Client } from 'openapi-fetch';
import { LecternError } from './lectern-error.ts';
import type { components, paths } from './openapi.ts';

/** A `File` of a browser or of Node, or a named blob. */
export interface UploadableFile {
  name: string;
  content: Blob;
}

export interface UploadOptions {
  /** Id of the folder in which the file is put. */
  folderId?: string;
  /** Default: the type of the blob, or `application/octet-stream`. */
  contentType?: string;
  signal?: AbortSignal;
  /** Called while the file is sent, at last with `sent === total`. In bytes. */
  onProgress?: (progress: { sent: number; total: number }) => void;
}

export interface UploadedFile {
  /** Names the file to `POST /knowledge/process`. */
  key: string;
  /** URL of the file, unless its folder is restricted. */
  cdnUrl: string;
}

type Grant = components['schemas']['UploadGrant'];

/** Gets a signed URL and sends the file to it. */
export async function uploadFile(
  api: Client<paths>,
  { name, content }: UploadableFile,
  { folderId, contentType, signal, onProgress }: UploadOptions = {},
): Promise<UploadedFile> {
  const type = contentType ?? (content.type || 'application/octet-stream');
  const { data: answer } = await api.POST('/api/sdk/assets/upload', {
    body: { filename: name, contentType: type, ...(folderId === undefined ? {} : { folderId }) },
    ...(signal ? { signal } : {}),
  });
  const grant = answer?.data as Grant;
  await sendFile(grant, content, {
    contentType: type,
    ...(signal ? { signal } : {}),
    ...(onProgress ? { onProgress } : {}),
  });
  return { key: grant.key, cdnUrl: grant.cdnUrl };
}

/**
 * Sends a file to the signed URL of a grant: the second step, which needs no API key, so that a browser can do it with a
 * grant that its server has got.
 * @throws LecternError if the file is rejected
 */
export async function sendFile(
  { uploadUrl, headers }: Pick<Grant, 'uploadUrl' | 'headers'>,
  content: Blob,
  { contentType = content.type, signal, onProgress }: Omit<UploadOptions, 'folderId'> = {},
): Promise<void> {
  const all = new Headers(headers as Record<string, string>);
  all.set('content-type', contentType);
  const send = 'XMLHttpRequest' in globalThis ? sendInBrowser : sendStream;
  const { status, text } = await send(uploadUrl, { content, headers: all, signal, onProgress });
  if (status < 200 || status > 299) throw new LecternError(status, errorIn(text));
}

interface Transfer {
  content: Blob;
  headers: Headers;
  signal: AbortSignal | undefined;
  onProgress: UploadOptions['onProgress'];
}

interface Answer {
  status: number;
  text: string;
}

const PART_BYTES = 256 * 1024;

async function sendStream(url: string, { content, headers, signal, onProgress }: Transfer): Promise<Answer> {
  let sent = 0;
  headers.set('content-length', String(content.size));
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    async pull(controller) {
      if (sent === content.size) return controller.close();
      const part = new Uint8Array(await content.slice(sent, sent + PART_BYTES).arrayBuffer());
      sent += part.byteLength;
      controller.enqueue(part);
      onProgress?.({ sent, total: content.size });
    },
  });
  const response = await fetch(url, {
    method: 'PUT',
    headers,
    body,
    duplex: 'half',
    ...(signal ? { signal } : {}),
  });
  return { status: response.status, text: await response.text() };
}

/** Browsers report the progress of a request body by this interface only. */
function sendInBrowser(url: string, { content, headers, signal, onProgress }: Transfer): Promise<Answer> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const request = new (globalThis as unknown as { XMLHttpRequest: new () => BrowserRequest }).XMLHttpRequest();
    request.open('PUT', url);
    for (const [name, value] of headers) request.setRequestHeader(name, value);
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress?.({ sent: loaded, total }));
    request.addEventListener('load', () => resolve({ status: request.status, text: request.responseText }));
    request.addEventListener('error', () => reject(new TypeError('The upload was interrupted')));
    request.addEventListener('abort', () => reject(signal?.reason as Error));
    signal?.addEventListener('abort', () => request.abort(), { once: true });
    request.send(content);
  });
}

/** What is used of XMLHttpRequest: Node has no types for it. */
interface BrowserRequest {
  open(method: string, url: string): void;
  setRequestHeader(name: string, value: string): void;
  send(body: Blob): void;
  abort(): void;
  addEventListener(type: 'load' | 'error' | 'abort', listener: () => void): void;
  readonly upload: {
    addEventListener(type: 'progress', listener: (event: { loaded: number; total: number }) => void): void;
  };
  readonly status: number;
  readonly responseText: string;
}

function errorIn(text: string): { error?: string } {
  try {
    return JSON.parse(text) as { error?: string };
  } catch {
    return {};
  }
}
