import { reportProgress } from '../../processing-job/progress-reporter.ts';
import { PROCESSING_STAGES, type ProcessingStage } from '../video.entity.ts';

/** Seconds after which half of a step that cannot be measured counts as done. */
const HALF_DONE_SECONDS = 15;
/** Maximum share of such a step that counts as done before it has ended. */
const MAX_ESTIMATE = 0.9;

/** The stored progress of a job. */
export interface ProgressState {
  stage: ProcessingStage;
  /** Percent of the whole, with two decimals. */
  percent: number;
  segments: number | null;
  segmentsDone: number;
}

/** A range of percentages. */
export interface Span {
  from: number;
  to: number;
}

/** Stores the progress of a job, and detects that the job is no longer wanted. */
export class VideoProgress {
  private readonly reporter: ReturnType<typeof reportProgress>;
  private state: ProgressState;
  private span: Span = { from: 0, to: 0 };
  /** The share of the step that is done; null in a step that cannot be measured. */
  private share: number | null = 0;
  private startedAt = performance.now();

  /** @param record false if the job is no longer wanted */
  constructor(stage: ProcessingStage, record: (state: ProgressState) => Promise<boolean>) {
    this.state = { stage, percent: 0, segments: null, segmentsDone: 0 };
    this.reporter = reportProgress(() => record(this.advance()));
  }

  /** The signal is aborted when the job was cancelled or deleted. */
  get abortSignal(): AbortSignal {
    return this.reporter.unwanted;
  }

  /**
   * Stores the stage at once. A later attempt that repeats a step of an earlier stage keeps the stage that was reached.
   */
  async enter(stage: ProcessingStage, segments: { all: number; done: number } | null = null): Promise<void> {
    if (PROCESSING_STAGES.indexOf(stage) < PROCESSING_STAGES.indexOf(this.state.stage)) return;
    this.state = { ...this.state, stage, segments: segments?.all ?? null, segmentsDone: segments?.done ?? 0 };
    await this.reporter.report();
  }

  /**
   * A stage that does its work for each of some segments.
   * @param span of the whole stage, with the segments that were done before
   */
  async processSegments<S>(
    stage: ProcessingStage,
    span: Span,
    { open, all }: { open: readonly S[]; all: number },
    work: (segment: S) => Promise<void>,
  ): Promise<void> {
    await this.enter(stage, { all, done: all - open.length });
    const share = (span.to - span.from) / all;
    let from = span.to - share * open.length;
    for (const segment of open) {
      await this.trackStep({ from, to: from + share }, () => work(segment));
      this.state = { ...this.state, segmentsDone: this.state.segmentsDone + 1 };
      from += share;
    }
  }

  /** A step that says how far it is; until it does so, its progress is estimated. */
  async trackStep<T>(span: Span, work: (onProgress: (share: number) => void) => Promise<T>): Promise<T> {
    this.span = span;
    this.share = null;
    this.startedAt = performance.now();
    const result = await work((share) => {
      this.share = Math.max(this.share ?? 0, Math.min(1, share));
    });
    this.share = 1;
    return result;
  }

  stop(): void {
    this.reporter.stop();
  }

  private advance(): ProgressState {
    const { from, to } = this.span;
    const percent = Math.floor((from + (to - from) * (this.share ?? this.estimate())) * 100) / 100;
    this.state = { ...this.state, percent: Math.max(this.state.percent, percent) };
    return this.state;
  }

  private estimate(): number {
    const seconds = (performance.now() - this.startedAt) / 1000;
    return (MAX_ESTIMATE * seconds) / (seconds + HALF_DONE_SECONDS);
  }
}
