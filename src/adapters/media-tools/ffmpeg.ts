import { readFile, stat } from 'node:fs/promises';
import type { Cue, MediaFacts, MediaOptions, MediaTools, TimeRange } from '../../ports/media-tools.ts';
import { MediaError } from '../../ports/media-error.ts';
import { withLength } from './flac-length.ts';
import type { FoundTools } from './find-tools.ts';
import { NO_OUTPUT, PICTURES, SOUND, ffmpegArguments } from './input-options.ts';
import {
  MAX_FRAME_BYTES,
  MAX_SECONDS,
  MAX_SOUND_BYTES,
  MAX_SOUND_SECONDS,
  MAX_SUBTITLE_BYTES,
  SHORT_WORK_SECONDS,
  longWorkSeconds,
} from './limits.ts';
import { decodeSubtitles, parseCues } from './parse-cues.ts';
import { PAUSE_FILTER, pauseReader } from './pause-reader.ts';
import { type Header, readStreams } from './read-streams.ts';
import { type ToolResult, type ToolRun, runTool } from './run-tool.ts';
import { SCENE_FILTER, sceneReader } from './scene-reader.ts';
import { toToolError, hasNoStream } from './tool-failure.ts';

/** The version of the results, increased when they change. */
const VERSION = 'ffmpeg 1';
/** The maximum output of filters that print a few lines for each frame; the lines are not collected. */
const MAX_PRINTED_BYTES = 1024 * 1024 * 1024;
/** A header may differ from what the file contains by so many seconds, or by this share. */
const DURATION_TOLERANCE = { seconds: 1, share: 0.01 };

type Call = Pick<ToolRun, 'cpuSeconds' | 'maxOutputBytes' | 'onLine' | 'onTime' | 'signal'>;

/** Reads videos with ffmpeg and ffprobe; each call is a process of its own. See decision 76. */
export class FfmpegTools implements MediaTools {
  readonly version = VERSION;
  readonly missing = null;
  private readonly tools: FoundTools;

  constructor(tools: FoundTools) {
    this.tools = tools;
  }

  /** The duration is measured by reading all packets without decoding them, because headers are often wrong. */
  async probe(path: string, options: MediaOptions = {}): Promise<MediaFacts> {
    const header = await this.header(path, options);
    const after = [...(header.video ? PICTURES : []), ...(header.audio ? SOUND : []), '-c', 'copy', ...NO_OUTPUT];
    const { reached } = await this.runToEnd(path, [], after, this.longCall(header, options));
    const duration = chooseDuration(header.duration, reached);
    if (duration > MAX_SECONDS) {
      throw new MediaError('TOO_LONG', `The video lasts more than ${MAX_SECONDS / 3_600} hours`);
    }
    return { ...header, duration };
  }

  /** Only key frames are decoded, which takes a fortieth of the time; encoders place them at scene changes. */
  async sceneChanges(path: string, options: MediaOptions = {}): Promise<number[]> {
    const header = await this.header(path, options);
    if (!header.video) return [];
    const { changes, read } = sceneReader();
    const after = [...PICTURES, '-vf', SCENE_FILTER, ...NO_OUTPUT];
    await this.runToEnd(path, ['-skip_frame', 'nokey'], after, this.longCall(header, options, read));
    return changes;
  }

  async pauses(path: string, options: MediaOptions = {}): Promise<TimeRange[]> {
    const header = await this.header(path, options);
    if (!header.audio) return [];
    const { finish: pausesUntil, read } = pauseReader();
    const after = [...SOUND, '-af', PAUSE_FILTER, ...NO_OUTPUT];
    const { reached } = await this.runToEnd(path, [], after, this.longCall(header, options, read));
    return pausesUntil(reached ?? header.duration ?? 0);
  }

  async frame(path: string, time: number, options: MediaOptions & { maxSide: number }): Promise<Uint8Array | null> {
    const side = Math.max(16, Math.floor(options.maxSide));
    const scale = `scale=w='min(${side},iw)':h='min(${side},ih)':force_original_aspect_ratio=decrease`;
    const picture = ['-vf', scale, '-frames:v', '1', '-c:v', 'mjpeg', '-pix_fmt', 'yuvj420p', '-q:v', '3'];
    const result = await this.run(
      path,
      ['-ss', seconds(time)],
      [...PICTURES, ...picture, '-f', 'image2pipe', 'pipe:1'],
      this.shortCall(MAX_FRAME_BYTES, options),
    );
    if (isOverLimit(result)) throw toToolError(result);
    return result.output.length > 0 ? result.output : null;
  }

  /** Silence is put where the file has gaps, so that times in the sound are times in the video. */
  async sound(path: string, { startTime, endTime }: TimeRange, options: MediaOptions = {}): Promise<Uint8Array> {
    const length = endTime - startTime;
    if (!(length > 0 && length <= MAX_SOUND_SECONDS)) {
      throw new RangeError(`The sound of at most ${MAX_SOUND_SECONDS} seconds can be read at once`);
    }
    const result = await this.run(
      path,
      ['-ss', seconds(startTime), '-t', seconds(length)],
      [...SOUND, '-af', 'aresample=async=1:first_pts=0', '-ac', '1', '-ar', '16000', '-f', 'flac', 'pipe:1'],
      this.shortCall(MAX_SOUND_BYTES, options),
    );
    if (hasNoStream(result)) throw new MediaError('NOT_A_VIDEO', 'The file has no sound');
    if (result.end !== 'done' && (isOverLimit(result) || result.output.length === 0)) throw toToolError(result);
    return withLength(result.output, result.reached ?? length);
  }

  async cues(path: string, options: MediaOptions & { index?: number } = {}): Promise<Cue[]> {
    if (options.index === undefined) return parseCues(await readSubtitleFile(path));
    const after = ['-map', `0:${options.index}`, '-c:s', 'webvtt', '-f', 'webvtt', 'pipe:1'];
    const { output } = await this.runToEnd(path, [], after, this.shortCall(MAX_SUBTITLE_BYTES, options));
    return parseCues(output.toString());
  }

  private header(path: string, { signal }: MediaOptions): Promise<Header> {
    return readStreams(this.tools.ffprobe, path, signal);
  }

  private run(path: string, before: readonly string[], after: readonly string[], call: Call): Promise<ToolResult> {
    return runTool({ program: this.tools.ffmpeg, args: ffmpegArguments(path, before, after), path, ...call });
  }

  private async runToEnd(...run: Parameters<FfmpegTools['run']>): Promise<ToolResult> {
    const result = await this.run(...run);
    if (result.end !== 'done') throw toToolError(result);
    return result;
  }

  private shortCall(maxOutputBytes: number, { signal }: MediaOptions): Call {
    return { cpuSeconds: SHORT_WORK_SECONDS, maxOutputBytes, signal };
  }

  private longCall({ duration }: Header, { signal, onProgress }: MediaOptions, onLine?: Call['onLine']): Call {
    return {
      cpuSeconds: longWorkSeconds(duration ?? MAX_SECONDS),
      maxOutputBytes: MAX_PRINTED_BYTES,
      signal,
      onLine,
      onTime: duration === null ? undefined : (time) => onProgress?.(Math.min(1, time / duration)),
    };
  }
}

function isOverLimit({ end }: ToolResult): boolean {
  return end === 'out of time' || end === 'out of memory' || end === 'too much output';
}

function chooseDuration(stated: number | null, measured: number | null): number {
  if (measured === null || measured <= 0) {
    throw new MediaError('MALFORMED', 'The file is damaged: it has no pictures and no sound that can be read');
  }
  if (stated === null) return measured;
  const { seconds: most, share } = DURATION_TOLERANCE;
  return Math.abs(stated - measured) <= Math.max(most, stated * share) ? stated : measured;
}

function seconds(time: number): string {
  return Math.max(0, time).toFixed(3);
}

async function readSubtitleFile(path: string): Promise<string> {
  const { size } = await stat(path);
  if (size > MAX_SUBTITLE_BYTES) {
    throw new MediaError('TOO_LARGE', `The subtitles have more than ${MAX_SUBTITLE_BYTES} bytes`);
  }
  return decodeSubtitles(await readFile(path));
}
