import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MAX_SEGMENTS, type SegmentInput, planSegments } from '../../../src/features/video/processing/plan-segments.ts';

const plan = (input: Partial<SegmentInput>) =>
  planSegments({ duration: 180, segmentDuration: 60, sceneChanges: [], pauses: [], ...input });
const boundaries = (input: Partial<SegmentInput>) =>
  plan(input)
    .slice(0, -1)
    .map(({ endTime }) => endTime);

describe('the segments of a video', () => {
  test('have the length that is asked for where nothing suggests another one', () => {
    expect(plan({})).toEqual([
      { startTime: 0, endTime: 60 },
      { startTime: 60, endTime: 120 },
      { startTime: 120, endTime: 180 },
    ]);
  });

  test('take in a rest of less than half the length', () => {
    expect(plan({ duration: 149 }).map(({ endTime }) => endTime)).toEqual([60, 149]);
    expect(plan({ duration: 150 }).map(({ endTime }) => endTime)).toEqual([60, 120, 150]);
    expect(plan({ duration: 3 })).toEqual([{ startTime: 0, endTime: 3 }]);
  });

  test('end at the scene change that is nearest, within a fifth of the length', () => {
    expect(boundaries({ duration: 120, sceneChanges: [40, 50, 64, 71] })).toEqual([64]);
    expect(boundaries({ duration: 120, sceneChanges: [47.9, 72.1] })).toEqual([60]);
  });

  test('rather end in a pause, off its ends, than at a scene change', () => {
    const pauses = [{ startTime: 65, endTime: 66 }];
    expect(boundaries({ duration: 120, sceneChanges: [60.5], pauses })).toEqual([65.25]);
    expect(boundaries({ duration: 120, pauses: [{ startTime: 65, endTime: 65.3 }] })).toEqual([65.15]);
  });

  test('rather end at a scene change in a pause than anywhere else', () => {
    const pauses = [
      { startTime: 58, endTime: 59 },
      { startTime: 65, endTime: 66 },
    ];
    expect(boundaries({ duration: 120, sceneChanges: [60, 65.5], pauses })).toEqual([65.5]);
  });

  test('of a silent video end at its scene changes', () => {
    const pauses = [{ startTime: 0, endTime: 120 }];
    expect(boundaries({ duration: 120, sceneChanges: [55], pauses })).toEqual([55]);
    expect(boundaries({ duration: 120, pauses })).toEqual([60]);
  });

  test('are none where there is nothing', () => {
    expect(plan({ duration: 0 })).toEqual([]);
    expect(plan({ duration: Number.NaN })).toEqual([]);
  });

  test('follow each other without a gap, stay within their bounds, and are not too many, whatever is given', () => {
    const time = fc.double({ min: 0, max: 50_000, noNaN: true });
    const times = fc.array(time, { maxLength: 200 }).map((all) => all.toSorted((one, other) => one - other));
    const pauses = times.map((all) => all.map((startTime) => ({ startTime, endTime: startTime + 0.7 })));
    const segmentDuration = fc.double({ min: 5, max: 600, noNaN: true });
    const duration = fc.double({ min: 0.1, max: 50_000, noNaN: true });
    fc.assert(
      fc.property(duration, segmentDuration, times, pauses, (seconds, length, sceneChanges, silences) => {
        const segments = planSegments({ duration: seconds, segmentDuration: length, sceneChanges, pauses: silences });
        expect(segments.length).toBeLessThanOrEqual(MAX_SEGMENTS);
        expect(segments[0]?.startTime).toBe(0);
        expect(segments.at(-1)?.endTime).toBe(seconds);
        for (const [index, { startTime, endTime }] of segments.entries()) {
          if (index > 0) expect(startTime).toBe(segments[index - 1]?.endTime);
          expect(endTime).toBeGreaterThan(startTime);
          if (segments.length < MAX_SEGMENTS / 2) expect(endTime - startTime).toBeLessThan(length * 1.7 + 1e-6);
        }
      }),
    );
  });
});
