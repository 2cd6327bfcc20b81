import type { ServerResponse } from 'node:http';

type Work = (response: ServerResponse) => void;

/** In the order of `whenClosed`. */
const waiting = new WeakMap<ServerResponse, Work[]>();

/**
 * Runs `work` once when the response is sent or its client has disconnected, as the event `close`: with one listener for
 * all that ask, as every request has several.
 */
export function whenClosed(response: ServerResponse, work: Work): void {
  const known = waiting.get(response);
  if (known) return void known.push(work);
  waiting.set(response, [work]);
  response.once('close', runAll);
}

function runAll(this: ServerResponse): void {
  for (const work of waiting.get(this) ?? []) work(this);
}
