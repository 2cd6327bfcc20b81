import type { DetectOptions } from './language-model.ts';

export interface KeyFrame {
  /** Seconds from the start of the video. */
  time: number;
  jpeg: Uint8Array;
}

export interface AnalysisRequest {
  /** The frames in the order of their times, at most `maxFrames`. */
  frames: readonly KeyFrame[];
  startTime: number;
  endTime: number;
  /** What to watch for, in the words of the site. */
  instructions: string | null;
  /** True to name techniques. */
  detectTechniques: boolean;
  /** What is said in this part, if it is known. */
  transcript: string | null;
}

/** Something that is shown how to do, such as `backhand slice`. */
export interface Technique {
  name: string;
  startTime: number;
  endTime: number;
}

export interface SegmentAnalysis {
  /** What happens in the pictures; null if the adapter cannot tell. */
  description: string | null;
  /** Text on screen, each time once. */
  texts: readonly { time: number; text: string }[];
  techniques: readonly Technique[];
}

export type AnalysisOptions = DetectOptions;

/**
 * Describes a part of a video from its key frames.
 * Promises: all times lie within the part; texts and descriptions are bounded (4,000 characters each, 50 techniques).
 * Its text is untrusted. Rejects with OutageError if the service is away, and with ServiceError
 * BAD_REQUEST if it rejects the pictures.
 */
export interface VideoAnalyzer {
  /** Name of the model. */
  readonly name: string;
  readonly maxFrames: number;
  /** Maximum width and height of a frame that it makes use of. */
  readonly maxSide: number;
  /** True if the model takes pictures, so that `description` and `techniques` can be given. What its server rejects changes it. */
  readonly describes: boolean;
  analyze(request: AnalysisRequest, options?: AnalysisOptions): Promise<SegmentAnalysis>;
  close(): Promise<void>;
}
