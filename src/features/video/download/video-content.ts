import { MediaError } from '../../../ports/media-error.ts';

/** Enough to recognise every supported type. */
export const HEAD_BYTES = 64 * 1024;

const PLAYLIST = 'a playlist for streaming (HLS or DASH), not a video file: give the URL of an MP4 or WebM file';

/** Contents that URLs of videos often lead to, by their first characters. */
const TEXTS: readonly [RegExp, MediaError['code'], string][] = [
  [/^#EXTM3U/, 'MANIFEST', PLAYLIST],
  [
    /^(?:<\?xml[^>]{0,500}>\s*)?(?:<!--[^]{0,2000}?-->\s*)?<(?:\w+:)?(?:MPD|SmoothStreamingMedia)[\s>]/,
    'MANIFEST',
    PLAYLIST,
  ],
  [
    /^(?:<!--[^]{0,2000}?-->\s*)*<(?:!doctype\s+html|html|head|body|title|script|meta)[\s>]/i,
    'NOT_A_VIDEO',
    'a web page, not a video file',
  ],
  [/^(?:ffconcat version|\[playlist\]|<\?wpl|<asx)/i, 'MANIFEST', 'a playlist, not a video file'],
];

/**
 * Checks the type by the content, as servers often state a wrong one. What it accepts may still not be readable.
 * @param head the first bytes, at least `HEAD_BYTES` if there are as many
 * @throws MediaError with a sentence about what it is instead
 */
export async function assertVideoContent(head: Buffer): Promise<void> {
  if (head.length === 0) throw new MediaError('NOT_A_VIDEO', 'The file is empty');
  const text = head
    .toString('utf8', 0, 8_192)
    .replace(/^\ufeff/, '')
    .trimStart();
  for (const [pattern, code, what] of TEXTS) {
    if (pattern.test(text)) throw new MediaError(code, `The URL leads to ${what}`);
  }
  // Loaded with the first video.
  const { fileTypeFromBuffer } = await import('file-type');
  const detection = await fileTypeFromBuffer(head).catch(() => undefined);
  if (detection && /^(?:video|audio)\/|^application\/(?:ogg|mp4)$/.test(detection.mime)) return;
  if (detection) throw new MediaError('NOT_A_VIDEO', `The file is not a video, but ${detection.mime}`);
  // Signatures may be missing in a stream that was cut out of a longer one; the tools recognise it by its frames.
  if (head.every((byte) => byte >= 0x09)) throw new MediaError('NOT_A_VIDEO', 'The file is a text, not a video');
}
