import type { ServerResponse } from 'node:http';
import { ServiceError } from '../shared/errors.ts';
import { whenClosed } from './when-closed.ts';

/** Aborts when the client disconnects before the response is complete. */
export function disconnectSignal(response: ServerResponse): AbortSignal {
  const controller = new AbortController();
  const abort = (): void => {
    if (!response.writableFinished) controller.abort(new ServiceError('BAD_REQUEST', 'The client has disconnected'));
  };
  if (response.closed) abort();
  else whenClosed(response, abort);
  return controller.signal;
}
