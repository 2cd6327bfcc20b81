/** A file on this machine, whose content is untrusted. */
export type MediaPath = string;

export interface MediaFacts {
  /** Seconds; measured by reading the file where its header does not say. */
  duration: number;
  video: { width: number; height: number; codec: string } | null;
  audio: { codec: string; language: string | null } | null;
  /** Tracks of text. `index` counts the streams of the file. */
  subtitles: readonly { index: number; language: string | null }[];
}

/** Text that is shown or said from `startTime` to `endTime`, seconds from the start of the video. */
export interface Cue {
  startTime: number;
  endTime: number;
  text: string;
}

export interface MediaOptions {
  signal?: AbortSignal;
  /** Receives from time to time the finished share of the work, 0 to 1. */
  onProgress?: (share: number) => void;
}

export interface TimeRange {
  startTime: number;
  endTime: number;
}

/**
 * Reads untrusted video files with tools that run as processes of their own.
 * Promises: whatever a file contains, this process neither blocks nor runs out of memory; time, memory, threads and the
 * size of results are limited; a file cannot make a tool read another file or use the network.
 * Rejects with the signal's reason if it is aborted, and with MediaError if the file is the cause or the tools are
 * missing.
 */
export interface MediaTools {
  /** Changes when the results for a file would be different. */
  readonly version: string;
  /** A sentence that says what to install; null if the tools can be used. */
  readonly missing: string | null;
  probe(path: MediaPath, options?: MediaOptions): Promise<MediaFacts>;
  /** Times at which the picture changes to another scene, ascending, at most 5,000. */
  sceneChanges(path: MediaPath, options?: MediaOptions): Promise<number[]>;
  /** Pauses in the sound, ascending, at most 20,000. */
  pauses(path: MediaPath, options?: MediaOptions): Promise<TimeRange[]>;
  /** The picture at a time as JPEG, at most `maxSide` pixels wide and high; null if there is none. */
  frame(path: MediaPath, time: number, options: MediaOptions & { maxSide: number }): Promise<Uint8Array | null>;
  /** The sound of at most 120 seconds as FLAC, 16 kHz, one channel. */
  sound(path: MediaPath, range: TimeRange, options?: MediaOptions): Promise<Uint8Array>;
  /** The text of a track (`index` of the stream) or, without it, of a file in SubRip or WebVTT format. */
  cues(path: MediaPath, options?: MediaOptions & { index?: number }): Promise<Cue[]>;
}
