import type { ServerResponse } from 'node:http';
import { ServiceError } from '../shared/errors.ts';

/** Aborts when the client closes its connection before it was answered. */
export function goneSignal(response: ServerResponse): AbortSignal {
  const controller = new AbortController();
  const gone = (): void => {
    if (!response.writableFinished) controller.abort(new ServiceError('BAD_REQUEST', 'The client has gone'));
  };
  if (response.closed) gone();
  else response.once('close', gone);
  return controller.signal;
}
