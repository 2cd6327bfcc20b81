import type { FastifyReply, FastifyRequest } from 'fastify';
import { type IdempotencyService, RequestNotEnded } from '../../features/idempotency/idempotency.service.ts';
import { RequestContext } from '../../api/request-context.ts';
import type { OperationCall, RunOnce } from '../../rest/http/register-rest.ts';
import { badRequest } from '../../shared/errors.ts';
import { UploadedFile } from '../../shared/http/uploaded-file.ts';

const PRINTABLE = /^[\x21-\x7e]{1,255}$/;
const RETRY_SECONDS = 2;

/** Executes an operation that creates something at most once per `Idempotency-Key`. */
export function runOncePerKey(service: IdempotencyService): RunOnce {
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
    const asked = {
      operation: operation.name,
      key: String(key),
      input: comparable(request, input),
      isolation: operation.idempotency === 'RESERVATION' ? ('reservation' as const) : ('transaction' as const),
    };
    // Before the look-up: a caller with an invalid token gets no stored response.
    const { viewer: caller } = context;
    const { text, isReplayed } = await service
      .once(caller, asked, (viewer) => run(context.as(viewer)))
      .catch((error: unknown) => tellWhenToRetry(error, reply));
    if (isReplayed) reply.header('idempotent-replayed', 'true');
    return text;
  };
}

function tellWhenToRetry(error: unknown, reply: FastifyReply): never {
  if (error instanceof RequestNotEnded) reply.header('retry-after', String(RETRY_SECONDS));
  throw error;
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
