import { z } from 'zod';
import type { MediaFacts } from '../../ports/media-tools.ts';
import { MediaError } from '../../ports/media-error.ts';
import { probeArguments } from './input-options.ts';
import { MAX_TRACKS, SHORT_WORK_SECONDS } from './limits.ts';
import { runTool } from './run-tool.ts';
import { toToolError, tooManyTracks } from './tool-failure.ts';

/** Facts by the header, whose duration may be wrong or, as null, missing. */
export type Header = Omit<MediaFacts, 'duration'> & { duration: number | null };

const MAX_JSON_BYTES = 4 * 1024 * 1024;
/** Subtitles made of text; others are pictures. */
const TEXT_CODECS: ReadonlySet<string> = new Set(['mov_text', 'subrip', 'srt', 'ass', 'ssa', 'webvtt', 'text']);

const STREAM = z.object({
  index: z.number(),
  codec_type: z.string().optional(),
  codec_name: z.string().default('unknown'),
  width: z.number().default(0),
  height: z.number().default(0),
  disposition: z.object({ attached_pic: z.number().default(0) }).optional(),
  tags: z.record(z.string(), z.string()).default({}),
  side_data_list: z.array(z.looseObject({ rotation: z.number().optional() })).default([]),
});
type Stream = z.output<typeof STREAM>;

const PROBE_SCHEMA = z.object({
  streams: z.array(STREAM).default([]),
  format: z.object({ duration: z.coerce.number().optional() }).default({}),
});

/** Reads the header of a file with ffprobe. */
export async function readStreams(ffprobe: string, path: string, signal?: AbortSignal): Promise<Header> {
  const result = await runTool({
    program: ffprobe,
    args: probeArguments(path),
    path,
    cpuSeconds: SHORT_WORK_SECONDS,
    maxOutputBytes: MAX_JSON_BYTES,
    signal,
  });
  if (result.end !== 'done') throw toToolError(result);
  const { streams, format } = PROBE_SCHEMA.parse(JSON.parse(result.output.toString()));
  if (streams.length > MAX_TRACKS) throw tooManyTracks();
  return toHeader(streams, format.duration);
}

function toHeader(streams: readonly Stream[], duration: number | undefined): Header {
  const video = streams.find((one) => one.codec_type === 'video' && one.disposition?.attached_pic !== 1);
  const audio = streams.find((one) => one.codec_type === 'audio');
  if (!video && !audio) throw new MediaError('NOT_A_VIDEO', 'The file has neither pictures nor sound');
  return {
    duration: duration !== undefined && duration > 0 ? duration : null,
    video: video ? { ...displaySize(video), codec: video.codec_name } : null,
    audio: audio ? { codec: audio.codec_name, language: readLanguage(audio) } : null,
    subtitles: streams
      .filter((one) => one.codec_type === 'subtitle' && TEXT_CODECS.has(one.codec_name))
      .map((one) => ({ index: one.index, language: readLanguage(one) })),
  };
}

/** Players turn the picture as the file says. */
function displaySize({ width, height, side_data_list }: Stream): { width: number; height: number } {
  const isTurned = side_data_list.some(({ rotation = 0 }) => Math.abs(Math.round(rotation)) % 180 === 90);
  return isTurned ? { width: height, height: width } : { width, height };
}

/** Files name languages by three letters. */
function readLanguage({ tags }: Stream): string | null {
  const tag = tags['language'];
  if (tag === undefined || !/^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$/.test(tag)) return null;
  const [language = 'und'] = Intl.getCanonicalLocales(tag);
  return language === 'und' ? null : language;
}
