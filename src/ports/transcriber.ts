import type { Cue, TimeRange } from './media-tools.ts';

/** The sound and the subtitles of a video. */
export interface SpeechSource {
  /**
   * Language of the video as BCP 47 or ISO 639, if the file, the site or the transcript of an earlier part says it.
   */
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
  /** The cues in ascending order; none overlaps the range's ends. */
  cues: readonly Cue[];
  /** ISO 639-1 code of the language of the speech, if it is known; the next part of the video is read in it. */
  language: string | null;
  /** Where the text comes from; `none` if it cannot be had, with the reason in `note`. */
  origin: 'subtitles' | 'model' | 'none';
  note: string | null;
}

/**
 * Turns what is said in a part of a video into text with times.
 * Promises: subtitles of the video are used before anything else; text at the seam of two pieces occurs once; texts
 * are bounded (10,000 characters a cue). Its text is untrusted. Rejects with OutageError if the service is away, and
 * with ServiceError BAD_REQUEST if it rejects the sound.
 */
export interface Transcriber {
  /** Name of the model, stored with results. */
  readonly name: string;
  transcribe(source: SpeechSource, range: TimeRange, options?: { signal?: AbortSignal }): Promise<Transcript>;
}
