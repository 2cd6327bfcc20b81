import type { Scope } from '../../../database/database.ts';
import type { Cue, MediaFacts, MediaTools, TimeRange } from '../../../ports/media-tools.ts';
import type { SpeechSource, Transcriber } from '../../../ports/transcriber.ts';
import type { VideoAnalyzer } from '../../../ports/video-analyzer.ts';
import { MediaError } from '../../../ports/media-error.ts';
import type { FetchedVideo } from '../download/download-video.ts';
import type { AnalysisConfig } from '../video.entity.ts';
import type { VideoProgress } from './video-progress.ts';
import type { VideoRow } from '../video.rows.ts';

export interface VideoTools {
  media: MediaTools;
  analyzer: VideoAnalyzer;
  transcriber: Transcriber;
}

/** An attempt of a job. */
export interface VideoWork {
  scope: Scope;
  video: VideoRow;
  jobId: string;
  config: AnalysisConfig;
  progress: VideoProgress;
  signal: AbortSignal;
}

export type OpenedVideo = ReturnType<typeof openVideo>;

/** A fetched video with what is read from it, each at most once in an attempt. */
export function openVideo(file: FetchedVideo, facts: MediaFacts, media: MediaTools, signal: AbortSignal) {
  const { path } = file;
  const hasSound = facts.audio !== null;
  let cues: Promise<readonly Cue[] | null> | undefined;
  let silences: Promise<readonly TimeRange[]> | undefined;
  const subtitles = () => (cues ??= openSubtitles(file, facts, media, signal));
  const pauses = (onProgress?: (share: number) => void) =>
    (silences ??= hasSound ? media.pauses(path, { signal, ...(onProgress && { onProgress }) }) : Promise.resolve([]));
  /** Returns the recording for the transcriber, with the language that is known so far. */
  const recording = (language: string | null): SpeechSource => ({
    language,
    hasSound,
    subtitles,
    pauses: () => pauses(),
    sound: (range) => media.sound(path, range, { signal }),
  });
  return { path, facts, subtitles, pauses, recording };
}

/** Reads the subtitles of a file beside the video, otherwise those of its first track. Damaged subtitles count as none. */
async function openSubtitles(
  { path, subtitles }: FetchedVideo,
  { subtitles: [track] }: MediaFacts,
  media: MediaTools,
  signal: AbortSignal,
): Promise<readonly Cue[] | null> {
  try {
    if (subtitles !== null) return await media.cues(subtitles, { signal });
    return track ? await media.cues(path, { signal, index: track.index }) : null;
  } catch (error) {
    if (error instanceof MediaError) return null;
    throw error;
  }
}
