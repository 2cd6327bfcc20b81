import type { ServerResponse } from 'node:http';
import { ServiceError } from '../shared/errors.ts';

/** Aborts when the client disconnects before the response is complete. */
export function goneSignal(response: ServerResponse): AbortSignal {
  const controller = new AbortController();
  const gone = (): void => {
    if (!response.writableFinished) controller.abort(new ServiceError('BAD_REQUEST', 'The client has disconnected'));
  };
  if (response.closed) gone();
  else response.once('close', gone);
  return controller.signal;
}
