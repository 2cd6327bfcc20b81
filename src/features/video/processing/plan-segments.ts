import type { TimeRange } from '../../../ports/media-tools.ts';

export interface SegmentInput {
  /** The duration of the video, and the length of a segment, in seconds. */
  duration: number;
  segmentDuration: number;
  /** The times are in ascending order. */
  sceneChanges: readonly number[];
  pauses: readonly TimeRange[];
}

/** The maximum number of segments. A video that would have more gets longer ones. */
export const MAX_SEGMENTS = 2_000;

/** The maximum distance of a boundary from its regular position, as a share of the length of a segment. */
const TOLERANCE = 0.2;
/** Distance from the end of a pause, so that a boundary cuts no sound. */
const PAUSE_MARGIN = 0.25;

/**
 * Segments without gaps from 0 to the end of the video. Boundaries are moved to a scene change within a pause, to a
 * pause, or to a scene change, in this order of preference, whichever is nearest to the regular place. A last segment
 * of less than half the length is merged into the one before.
 */
export function planSegments({ duration, segmentDuration, sceneChanges, pauses }: SegmentInput): TimeRange[] {
  if (!(duration > 0) || !(segmentDuration > 0)) return [];
  // As boundaries can be early, segments can be shorter than their regular length.
  const length = Math.max(segmentDuration, duration / (MAX_SEGMENTS * (1 - TOLERANCE)));
  const segments: TimeRange[] = [];
  let startTime = 0;
  while (duration - startTime >= length * 1.5) {
    const endTime = boundaryNear(startTime + length, length * TOLERANCE, sceneChanges, pauses);
    segments.push({ startTime, endTime });
    startTime = endTime;
  }
  segments.push({ startTime, endTime: duration });
  return segments;
}

function boundaryNear(
  regular: number,
  tolerance: number,
  sceneChanges: readonly number[],
  pauses: readonly TimeRange[],
): number {
  const from = regular - tolerance;
  const to = regular + tolerance;
  const changes = sceneChanges.filter((time) => time >= from && time <= to);
  const silences = pauses.filter(({ startTime, endTime }) => endTime >= from && startTime <= to);
  const silentChanges = changes.filter((time) =>
    silences.some(({ startTime, endTime }) => time >= startTime && time <= endTime),
  );
  const silentTimes = silences
    .map((pause) => clampToRange(pause, regular))
    .filter((time) => time >= from && time <= to);
  return (
    findNearest(silentChanges, regular) ?? findNearest(silentTimes, regular) ?? findNearest(changes, regular) ?? regular
  );
}

function clampToRange({ startTime, endTime }: TimeRange, time: number): number {
  const margin = Math.min(PAUSE_MARGIN, (endTime - startTime) / 2);
  return Math.min(endTime - margin, Math.max(startTime + margin, time));
}

function findNearest(times: readonly number[], time: number): number | undefined {
  return times.toSorted((one, other) => Math.abs(one - time) - Math.abs(other - time))[0];
}
