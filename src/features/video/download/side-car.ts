import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Egress } from '../../../ports/egress.ts';
import type { FetchOptions } from './download-video.ts';

const EXTENSIONS = ['vtt', 'srt'];
const DEADLINE_MS = 5_000;
const MAX_BYTES = 10 * 1024 * 1024;

/**
 * Looks for subtitles beside a video: the same URL with `.vtt` or `.srt` instead of its extension. Returns the path of
 * the file, or null if there are none; a server that does not answer counts as having none.
 */
export async function fetchSubtitles(
  url: string,
  egress: Pick<Egress, 'fetch'>,
  { folder, signal }: Pick<FetchOptions, 'folder' | 'signal'>,
): Promise<string | null> {
  for (const extension of EXTENSIONS) {
    const beside = withExtension(url, extension);
    if (beside === null) return null;
    const request = { url: beside, method: 'GET', deadlineMs: DEADLINE_MS, maxBytes: MAX_BYTES, signal } as const;
    const answer = await egress.fetch(request).catch(() => null);
    signal.throwIfAborted();
    if (answer?.status !== 200 || !isSubtitles(answer.body)) continue;
    const path = join(folder, 'subtitles');
    await writeFile(path, answer.body);
    return path;
  }
  return null;
}

/** Replaces the extension of a URL. Null if it has none. */
function withExtension(text: string, extension: string): string | null {
  const url = URL.parse(text);
  if (!url || !/\.[a-z0-9]{2,5}$/i.test(url.pathname)) return null;
  url.pathname = url.pathname.replace(/\.[a-z0-9]{2,5}$/i, `.${extension}`);
  return url.href;
}

/** Servers also answer 200 with a page for a file that is not there. */
function isSubtitles(bytes: Buffer): boolean {
  const isUtf16 = bytes[0] === 0xff || bytes[0] === 0xfe;
  const text = bytes.toString('latin1', 0, 65_536).replaceAll('\0', '');
  return (
    /^\d{1,4}:\d{2}.{0,20}-->/m.test(isUtf16 ? text : text.replaceAll('\r', '\n')) && !/<(?:html|body)[\s>]/i.test(text)
  );
}
