import type { ProcessingStage } from './video.entity.ts';
import type { Span, VideoProgress } from './video-progress.ts';
import type { SegmentWork } from './video-segment.rows.ts';

interface SegmentStage {
  stage: ProcessingStage;
  /** Of the whole stage. */
  span: Span;
  segments: readonly SegmentWork[];
  isDone: (segment: SegmentWork) => boolean;
}

/** Does the work of a stage for each segment for which it has not been done. */
export async function forEachSegment(
  progress: VideoProgress,
  { stage, span, segments, isDone }: SegmentStage,
  work: (segment: SegmentWork) => Promise<void>,
): Promise<void> {
  const open = segments.filter((segment) => !isDone(segment));
  await progress.enter(stage, { all: segments.length, done: segments.length - open.length });
  const share = (span.to - span.from) / segments.length;
  let from = span.to - share * open.length;
  for (const segment of open) {
    await progress.during({ from, to: from + share }, () => work(segment));
    progress.segmentDone();
    from += share;
  }
}
