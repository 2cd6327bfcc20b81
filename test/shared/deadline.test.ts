import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, test, vi } from 'vitest';
import { SERVICE_ACTOR, setCurrentActor, currentActor, withActor } from '../../src/shared/actor.ts';
import { Deadline, boundSignal, currentDeadline, withDeadline } from '../../src/shared/deadline.ts';
import { ServiceError } from '../../src/shared/errors.ts';
import { currentLogIds, withLogIds } from '../../src/shared/log/log-ids.ts';

const gone = new ServiceError('BAD_REQUEST', 'gone');

describe('Deadline', () => {
  test('makes no AbortController unless its signal is asked for', () => {
    const made = vi.spyOn(globalThis, 'AbortController');
    try {
      const deadline = new Deadline(1_000);
      deadline.restart(2_000);
      expect(deadline.endedBy).toBeUndefined();
      deadline.abort(gone);
      expect(made).not.toHaveBeenCalled();
      expect(deadline.signal).toMatchObject({ aborted: true, reason: gone });
      expect(made).toHaveBeenCalledTimes(1);
    } finally {
      made.mockRestore();
    }
  });

  test('ends once, with the first reason, and aborts the signal that was asked for before', () => {
    const ends: ServiceError[] = [];
    const deadline = new Deadline(1_000, (reason) => ends.push(reason));
    const { signal } = deadline;
    expect(signal.aborted).toBe(false);
    deadline.abort(gone);
    deadline.abort(new ServiceError('INTERNAL', 'later'));
    expect(signal.reason).toBe(gone);
    expect(deadline.signal).toBe(signal);
    expect(deadline.endedBy).toBe(gone);
    expect(ends).toEqual([gone]);
  });

  test('passes at its time, and not after it was cleared', async () => {
    const passing = new Deadline(30);
    const cleared = new Deadline(30);
    cleared.clear();
    await expect.poll(() => passing.endedBy).toMatchObject({ code: 'UNAVAILABLE' });
    expect(passing.signal.aborted).toBe(true);
    expect(cleared.endedBy).toBeUndefined();
  });

  test('can be restarted to end later, and then earlier again', async () => {
    const deadline = new Deadline(30);
    deadline.restart(60_000);
    await delay(60);
    expect(deadline.endedBy).toBeUndefined();
    const restartedAt = performance.now();
    deadline.restart(30);
    await expect.poll(() => deadline.endedBy).toBeDefined();
    expect(performance.now() - restartedAt).toBeGreaterThan(28);
    deadline.restart(60_000);
    expect(deadline.signal.aborted).toBe(true);
  });

  test('restarted a little later ends at that time, not at the first', async () => {
    const deadline = new Deadline(40);
    await delay(20);
    const restartedAt = performance.now();
    deadline.restart(40);
    await expect.poll(() => deadline.endedBy, { interval: 1 }).toBeDefined();
    expect(performance.now() - restartedAt).toBeGreaterThan(38);
  });
});

describe('the unit of work', () => {
  test('keeps who acts, the ids and the deadline apart', () => {
    const deadline = new Deadline(1_000);
    withLogIds({ requestId: 'r' }, () =>
      withActor('key:1', () =>
        withDeadline(deadline, () => {
          expect(currentLogIds()).toEqual({ requestId: 'r' });
          expect(currentActor()).toBe('key:1');
          expect(boundSignal()).toBe(deadline.signal);
          withDeadline(undefined, () => {
            expect(currentDeadline()).toBeUndefined();
            expect(currentActor()).toBe('key:1');
            // Also for what was begun outside of it.
            setCurrentActor('key:2');
          });
          expect(currentActor()).toBe('key:2');
          expect(currentDeadline()).toBe(deadline);
        }),
      ),
    );
    deadline.clear();
    expect([currentActor(), currentLogIds(), currentDeadline()]).toEqual([SERVICE_ACTOR, undefined, undefined]);
  });
});
