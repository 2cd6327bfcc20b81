import type { TimeRange } from '../../../ports/media-tools.ts';

/** Seconds after a change at which its scene is shown: a transition takes a moment. */
const CHANGE_OFFSET_SECONDS = 0.3;
/** Maximum number of seconds between two frames, if there may be as many. */
const MAX_GAP = 15;

/**
 * Times of the frames that show what a segment shows, ascending: its beginning, its scene changes, and times between
 * them where nothing changes for long. With more changes than frames, they are chosen evenly.
 * @param sceneChanges of the whole video, ascending
 */
export function keyFrameTimes(
  { startTime, endTime }: TimeRange,
  sceneChanges: readonly number[],
  maxFrames: number,
): number[] {
  if (!(endTime > startTime) || maxFrames < 1) return [];
  const offset = Math.min(CHANGE_OFFSET_SECONDS, (endTime - startTime) / 2);
  const changes = sceneChanges.filter((time) => time > startTime + offset && time + offset < endTime);
  const times = evenly([startTime, ...changes], maxFrames).map((time) => time + offset);
  return fillGaps(times, endTime, maxFrames);
}

function evenly(times: readonly number[], count: number): number[] {
  if (times.length <= count) return [...times];
  return Array.from({ length: count }, (_, index) => times[Math.floor((index * times.length) / count)] ?? 0);
}

/** Adds the middle of the widest gap until no gap is too wide. */
function fillGaps(times: readonly number[], endTime: number, maxFrames: number): number[] {
  const filled = [...times];
  while (filled.length < maxFrames) {
    const gaps = filled.map((time, index) => (filled[index + 1] ?? endTime) - time);
    const widest = Math.max(...gaps);
    if (widest <= MAX_GAP) break;
    const before = gaps.indexOf(widest);
    filled.splice(before + 1, 0, (filled[before] ?? 0) + widest / 2);
  }
  return filled;
}
