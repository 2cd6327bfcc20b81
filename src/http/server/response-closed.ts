import type { ServerResponse } from 'node:http';
import { ServiceError } from '../../shared/errors.ts';

type Work = (response: ServerResponse) => void;

/**
 * Stands on the response: a `WeakMap` would keep each response, through the values that refer to it, until the whole heap is
 * collected.
 */
const CLOSE_HANDLERS = Symbol('work for the end of the response');

interface WatchedResponse extends ServerResponse {
  /** The handlers in the order of `onClosed`. */
  [CLOSE_HANDLERS]?: Work[];
}

/**
 * Runs `work` once when the response is sent or its client has disconnected, as the event `close`: with one listener for
 * all that ask, as every request has several.
 */
export function onClosed(response: ServerResponse, work: Work): void {
  const watched: WatchedResponse = response;
  const works = watched[CLOSE_HANDLERS];
  if (works) return void works.push(work);
  watched[CLOSE_HANDLERS] = [work];
  response.once('close', runAll);
}

function runAll(this: WatchedResponse): void {
  for (const work of this[CLOSE_HANDLERS] ?? []) work(this);
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
