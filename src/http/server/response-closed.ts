import type { ServerResponse } from 'node:http';
import { ServiceError } from '../../shared/errors.ts';

type Work = (response: ServerResponse) => void;

/**
 * Stands on the response: a `WeakMap` would keep each response, through the values that refer to it, until the whole heap is
 * collected.
 */
const WAITING = Symbol('work for the end of the response');

interface WaitedFor extends ServerResponse {
  /** In the order of `onClosed`. */
  [WAITING]?: Work[];
}

/**
 * Runs `work` once when the response is sent or its client has disconnected, as the event `close`: with one listener for
 * all that ask, as every request has several.
 */
export function onClosed(response: ServerResponse, work: Work): void {
  const waitedFor: WaitedFor = response;
  const works = waitedFor[WAITING];
  if (works) return void works.push(work);
  waitedFor[WAITING] = [work];
  response.once('close', runAll);
}

function runAll(this: WaitedFor): void {
  for (const work of this[WAITING] ?? []) work(this);
}

/** Aborts when the client disconnects before the response is complete. */
export function disconnectSignal(response: ServerResponse): AbortSignal {
  const controller = new AbortController();
  const abort = (): void => {
    if (!response.writableFinished) controller.abort(new ServiceError('BAD_REQUEST', 'The client has disconnected'));
  };
  if (response.closed) abort();
  else onClosed(response, abort);
  return controller.signal;
}
