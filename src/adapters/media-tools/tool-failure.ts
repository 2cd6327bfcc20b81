import { MediaError } from '../../ports/media-error.ts';
import { MAX_TRACKS } from './limits.ts';
import type { ToolResult } from './run-tool.ts';

/** Messages of ffmpeg and ffprobe 5 and newer, with their meaning for the caller who submitted the file; `$1` is of the match. */
const MEANINGS: readonly [pattern: RegExp, code: MediaError['code'], meaning: string][] = [
  [/Codec \((\w+)\) not on whitelist/, 'NOT_A_VIDEO', 'The file has a track in the format $1, which is not supported'],
  [/Format not on whitelist/, 'NOT_A_VIDEO', 'The file is not in a supported video format'],
  [
    /[Pp]icture size .* (?:is invalid|exceeds)|[Ii]mage (?:size|area).*too large/,
    'TOO_LARGE',
    'The pictures of the video are too large: the maximum is 8192 × 8192 pixels',
  ],
  [/moov atom not found/, 'MALFORMED', 'The file is incomplete: the part that describes the video is missing'],
  [
    /Invalid data found when processing input|EBML header parsing failed/,
    'NOT_A_VIDEO',
    'The file is not a video, or it is damaged',
  ],
];

/** Why a tool could not read a file. Throws if the file is not the cause. */
export function toToolError({ end, errors }: ToolResult): MediaError {
  // It fails as if there were no memory for another track.
  if (/exceeds max_streams/.test(errors)) return tooManyTracks();
  if (end === 'out of time') return new MediaError('TOO_SLOW', 'Reading the file takes too long');
  if (end === 'out of memory') return new MediaError('OUT_OF_MEMORY', 'Reading the file needs too much memory');
  if (end === 'too much output') return new MediaError('TOO_LARGE', 'The file describes more than can be read');
  if (/No such file or directory|Permission denied/.test(errors)) throw new Error(`ffmpeg failed: ${errors}`);
  for (const [pattern, code, meaning] of MEANINGS) {
    const match = pattern.exec(errors);
    if (match) return new MediaError(code, meaning.replace('$1', match[1] ?? ''));
  }
  return new MediaError('MALFORMED', 'The file is damaged', { cause: new Error(errors) });
}

export function tooManyTracks(): MediaError {
  return new MediaError('MALFORMED', `The file has more than ${MAX_TRACKS} tracks`);
}

/** The file has no stream of the kind that was asked for. */
export function hasNoStream({ errors }: ToolResult): boolean {
  return /matches no streams|does not contain any stream/.test(errors);
}
