import { describe, expect, test } from 'vitest';
import { keyFrameTimes } from '../../../src/features/video/processing/key-frame-times.ts';

const segment = { startTime: 60, endTime: 120 };
const rounded = (times: readonly number[]) => times.map((time) => Math.round(time * 100) / 100);

describe('the key frames of a segment', () => {
  test('are its beginning and its scene changes, a moment after each', () => {
    const changes = [10, 72, 80, 95, 106, 130];
    expect(rounded(keyFrameTimes(segment, changes, 10))).toEqual([60.3, 72.3, 80.3, 95.3, 106.3]);
  });

  test('are frequent enough where nothing changes', () => {
    const times = keyFrameTimes(segment, [], 10);
    expect(times[0]).toBeCloseTo(60.3);
    for (const [index, time] of times.entries()) {
      expect((times[index + 1] ?? 120) - time).toBeLessThanOrEqual(15);
    }
    expect(times.length).toBeLessThanOrEqual(5);
  });

  test('are as many as allowed, spread over the changes', () => {
    const changes = Array.from({ length: 59 }, (_, second) => 61 + second);
    const times = keyFrameTimes(segment, changes, 4);
    expect(rounded(times)).toEqual([60.3, 75.3, 90.3, 105.3]);
    expect(keyFrameTimes(segment, [], 1)).toHaveLength(1);
    expect(keyFrameTimes(segment, [], 2)).toHaveLength(2);
  });

  test('lie within the segment, also a very short one, ascending', () => {
    expect(keyFrameTimes({ startTime: 5, endTime: 5.1 }, [5.05], 5)).toEqual([5.05]);
    expect(keyFrameTimes({ startTime: 5, endTime: 5 }, [5], 5)).toEqual([]);
    const times = keyFrameTimes(segment, [60, 119.9, 120], 10);
    expect(times.filter((time) => time < 60 || time >= 120)).toEqual([]);
    expect(times).toEqual(times.toSorted((one, other) => one - other));
  });
});
