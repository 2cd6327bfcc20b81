import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type ProgressState, VideoProgress } from '../../../src/features/video/processing/video-progress.ts';

const SPAN = { from: 25, to: 60 };

describe('the progress of a video job', () => {
  let stored: ProgressState[];
  let progress: VideoProgress;

  beforeEach(() => {
    vi.useFakeTimers();
    stored = [];
    progress = new VideoProgress('analysis', async (state) => {
      stored.push(state);
      return stored.length < 400;
    });
  });
  afterEach(() => {
    progress.stop();
    vi.useRealTimers();
  });

  test('increases every ten seconds in a step that says nothing for five minutes, and does not reach its end', async () => {
    const step = Promise.withResolvers<null>();
    const ended = progress.trackStep(SPAN, () => step.promise);
    await vi.advanceTimersByTimeAsync(300_000);
    const percents = stored.map(({ percent }) => percent);
    expect(percents).toHaveLength(300);
    for (let second = 10; second < percents.length; second++) {
      expect(percents[second], `second ${second}`).toBeGreaterThan(percents[second - 10] ?? 100);
    }
    expect(percents.at(-1)).toBeLessThan(SPAN.to);
    step.resolve(null);
    await ended;
    await vi.advanceTimersByTimeAsync(1_000);
    expect(stored.at(-1)?.percent).toBe(SPAN.to);
  });

  test('follows a step that says how far it is, and never decreases', async () => {
    const step = Promise.withResolvers<null>();
    void progress.trackStep(SPAN, (onProgress) => {
      onProgress(0.5);
      setTimeout(() => onProgress(0.2), 2_000);
      setTimeout(() => onProgress(0.8), 4_000);
      return step.promise;
    });
    await vi.advanceTimersByTimeAsync(5_000);
    expect(stored.map(({ percent }) => percent)).toEqual([42.5, 42.5, 42.5, 53, 53]);
  });

  test('ends the work within a second of its cancellation', async () => {
    void progress.trackStep(SPAN, () => new Promise(() => {}));
    await vi.advanceTimersByTimeAsync(399_000);
    expect(progress.abortSignal.aborted).toBe(false);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(progress.abortSignal.aborted).toBe(true);
  });
});
