import type { Cue, TimeRange } from './media-tools.ts';

/** The sound and the subtitles of a video. */
export interface Recording {
  /** Language of the video as BCP 47, if the file or the site says it. */
  language: string | null;
  hasSound: boolean;
  /** The cues of its subtitles; null if it has none. */
  subtitles(options?: { signal?: AbortSignal }): Promise<readonly Cue[] | null>;
  /** Pauses in the sound, ascending. */
  pauses(options?: { signal?: AbortSignal }): Promise<readonly TimeRange[]>;
  /** FLAC of at most 120 seconds. */
  sound(range: TimeRange, options?: { signal?: AbortSignal }): Promise<Uint8Array>;
}

export interface Transcript {
  /** Ascending; none overlaps the range's ends. */
  cues: readonly Cue[];
  /** Where the text comes from; `none` if it cannot be had, with the reason in `note`. */
  origin: 'subtitles' | 'model' | 'none';
  note: string | null;
}

/**
 * Turns what is said in a part of a video into text with times.
 * Promises: subtitles of the video are used before anything else; text at the seam of two pieces occurs once. Rejects
 * with OutageError if the service is away.
 */
export interface Transcriber {
  /** Name of the model, stored with results. */
  readonly name: string;
  transcribe(recording: Recording, range: TimeRange, options?: { signal?: AbortSignal }): Promise<Transcript>;
}
