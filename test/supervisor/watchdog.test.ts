import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { HEARTBEAT_MS, Watchdog } from '../../src/supervisor/watchdog.ts';

const LIMIT_MS = 5_000;

describe('a watchdog', () => {
  let silences: number;
  let watchdog: Watchdog;

  beforeEach(() => {
    vi.useFakeTimers();
    silences = 0;
    watchdog = new Watchdog(
      () => LIMIT_MS,
      () => (silences += 1),
    );
  });
  afterEach(() => {
    watchdog.stop();
    vi.restoreAllMocks();
    vi.useRealTimers();
  });

  test('waits for the first heartbeat, and then notices a silence once', () => {
    vi.advanceTimersByTime(60_000);
    expect(silences).toBe(0);
    watchdog.heartbeat();
    vi.advanceTimersByTime(60_000);
    expect(silences).toBe(1);
  });

  test('does not take a process for hanging whose event loop is blocked for less, again and again', () => {
    for (let round = 0; round < 20; round += 1) {
      watchdog.heartbeat();
      vi.advanceTimersByTime(HEARTBEAT_MS + LIMIT_MS - 1);
    }
    expect(silences).toBe(0);
  });

  test('does not count the time in which its own process was stopped', () => {
    watchdog.heartbeat();
    vi.advanceTimersByTime(LIMIT_MS - HEARTBEAT_MS);
    stopFor(3_600_000);
    watchdog.heartbeat();
    vi.advanceTimersByTime(LIMIT_MS);
    expect(silences).toBe(0);
    vi.advanceTimersByTime(LIMIT_MS);
    expect(silences).toBe(1);
  });
});

/** The clock goes on without timers, and the next of them runs late. */
function stopFor(milliseconds: number): void {
  const now = performance.now.bind(performance);
  vi.spyOn(performance, 'now').mockImplementation(() => now() + milliseconds);
  vi.advanceTimersToNextTimer();
}
