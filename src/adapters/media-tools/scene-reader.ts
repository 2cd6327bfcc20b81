import { MAX_SCENE_CHANGES } from './limits.ts';

/** Prints how much each frame differs from the one before; all frames go on, so that progress is reported. */
export const SCENE_FILTER =
  'scale=320:180:flags=fast_bilinear,scdet=threshold=100,metadata=mode=print:key=lavfi.scd.mafd:file=-';

/**
 * Mean difference of the brightness, in per cent. Slides that change their text differ by about 8, cuts between camera
 * pictures by more than 15, and a speaker before a fixed camera from himself by less than 5.
 */
const MIN_DIFFERENCE = 7;
/** The minimum distance of two scenes in seconds: of changes that follow each other faster, the first counts. */
const MIN_DISTANCE = 1;

/**
 * Finds scene changes in the output of the filter. The filter's own score is not used: it compares differences, which
 * is right for consecutive frames, but between key frames every difference may be a change.
 */
export function sceneReader() {
  const changes: number[] = [];
  let time = 0;
  const read = (line: string): void => {
    time = Number(/\bpts_time:([\d.]+)/.exec(line)?.[1] ?? time);
    const difference = /^lavfi\.scd\.mafd=([\d.]+)/.exec(line)?.[1];
    if (difference === undefined || Number(difference) < MIN_DIFFERENCE) return;
    const last = changes.at(-1) ?? -MIN_DISTANCE;
    if (time - last >= MIN_DISTANCE && changes.length < MAX_SCENE_CHANGES) changes.push(time);
  };
  return { changes, read };
}
