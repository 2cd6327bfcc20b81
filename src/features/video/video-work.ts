import type { Scope } from '../../database/database.ts';
import type { Cue, MediaFacts, MediaTools, TimeRange } from '../../ports/media-tools.ts';
import type { Recording, Transcriber } from '../../ports/transcriber.ts';
import type { VideoAnalyzer } from '../../ports/video-analyzer.ts';
import { MediaError } from '../../shared/media-error.ts';
import type { FetchedVideo } from './download-video.ts';
import type { AnalysisConfig } from './video.entity.ts';
import type { VideoProgress } from './video-progress.ts';
import type { VideoRow } from './video.rows.ts';

export interface VideoTools {
  media: MediaTools;
  analyzer: VideoAnalyzer;
  transcriber: Transcriber;
}

/** One attempt of a job. */
export interface VideoWork {
  scope: Scope;
  video: VideoRow;
  jobId: string;
  config: AnalysisConfig;
  progress: VideoProgress;
  signal: AbortSignal;
}

/** A fetched video with what was read from it, each at most once in an attempt. */
export class OpenedVideo {
  readonly path: string;
  readonly facts: MediaFacts;
  private readonly file: FetchedVideo;
  private readonly media: MediaTools;
  private readonly signal: AbortSignal;
  private foundCues: Promise<readonly Cue[] | null> | null = null;
  private foundPauses: Promise<readonly TimeRange[]> | null = null;

  constructor(file: FetchedVideo, facts: MediaFacts, media: MediaTools, signal: AbortSignal) {
    this.path = file.path;
    this.file = file;
    this.facts = facts;
    this.media = media;
    this.signal = signal;
  }

  get hasSound(): boolean {
    return this.facts.audio !== null;
  }

  /** Those of a file beside the video, otherwise those of its first track. */
  subtitles(): Promise<readonly Cue[] | null> {
    this.foundCues ??= this.readSubtitles();
    return this.foundCues;
  }

  pauses(onProgress?: (share: number) => void): Promise<readonly TimeRange[]> {
    const { media, path, signal } = this;
    this.foundPauses ??= this.hasSound
      ? media.pauses(path, { signal, ...(onProgress && { onProgress }) })
      : Promise.resolve([]);
    return this.foundPauses;
  }

  sound(range: TimeRange): Promise<Uint8Array> {
    return this.media.sound(this.path, range, { signal: this.signal });
  }

  /** For the transcriber, with the language that is known so far. */
  recording(language: string | null): Recording {
    return {
      language,
      hasSound: this.hasSound,
      subtitles: () => this.subtitles(),
      pauses: () => this.pauses(),
      sound: (range) => this.sound(range),
    };
  }

  /** Damaged subtitles count as none. */
  private async readSubtitles(): Promise<readonly Cue[] | null> {
    const { media, signal } = this;
    const [track] = this.facts.subtitles;
    try {
      if (this.file.subtitles !== null) return await media.cues(this.file.subtitles, { signal });
      return track ? await media.cues(this.path, { signal, index: track.index }) : null;
    } catch (error) {
      if (error instanceof MediaError) return null;
      throw error;
    }
  }
}
