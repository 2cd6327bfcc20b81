import type { FastifyRequest } from 'fastify';
import { RequestContext } from '../../api/request-context.ts';
import type { OperationCall, RunOnce } from '../../rest/http/register-rest.ts';
import { badRequest } from '../../shared/errors.ts';
import { UploadedFile } from '../../shared/http/uploaded-file.ts';

const PRINTABLE = /^[\x21-\x7e]{1,255}$/;

type Viewer = RequestContext['viewer'];

/** Executes calls at most once per key and caller. */
export interface IdempotentCalls {
  once(
    viewer: Viewer,
    call: IdempotentCall,
    run: (viewer: Viewer) => Promise<string>,
  ): Promise<{ text: string; isReplayed: boolean }>;
}

export interface IdempotentCall {
  /** Two operations never share a key. */
  operation: string;
  key: string;
  /** Everything that the caller sent, as a JSON value. */
  input: unknown;
  /** A reservation is for work with effects outside the database: the key is committed first. */
  isolation: 'transaction' | 'reservation';
}

/** Executes an operation that creates something at most once per `Idempotency-Key`. */
export function idempotentRunner(calls: IdempotentCalls): RunOnce {
  return async (request, reply, { operation, input, context }, run) => {
    const key = request.headers['idempotency-key'];
    if (key === undefined || operation.idempotency === 'NONE' || !(context instanceof RequestContext)) {
      return run(context);
    }
    if (!PRINTABLE.test(String(key))) {
      throw badRequest(
        'Idempotency-Key',
        'Idempotency-Key must have 1 to 255 printable ASCII characters without spaces',
      );
    }
    const call: IdempotentCall = {
      operation: operation.name,
      key: String(key),
      input: comparable(request, input),
      isolation: operation.idempotency === 'RESERVATION' ? 'reservation' : 'transaction',
    };
    // Before the look-up: a caller with an invalid token gets no stored response.
    const { viewer: caller } = context;
    const { text, isReplayed } = await calls.once(caller, call, (viewer) => run(context.withViewer(viewer)));
    if (isReplayed) reply.header('idempotent-replayed', 'true');
    return text;
  };
}

/** A file counts by its name, type and the length of the form, because its bytes have not been read yet. */
function comparable({ headers }: FastifyRequest, { path, query, body, form }: OperationCall['input']): unknown {
  if (!form) return [path, query, body];
  const fields = Object.entries(form).map(([name, value]) => [
    name,
    value instanceof UploadedFile ? [value.fileName, value.contentType] : value,
  ]);
  return [path, query, fields, headers['content-length']];
}
