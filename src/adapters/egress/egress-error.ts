import { ServiceError } from '../../shared/errors.ts';

/** What to tell a caller about an error of a connection, without its address. */
export function toServiceError(error: unknown): unknown {
  if (error instanceof ServiceError) return error;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code.startsWith('ERR_INVALID_') || code === 'ERR_UNESCAPED_CHARACTERS') {
    return new ServiceError('BAD_REQUEST', 'The headers of the request are invalid', {}, { cause: error });
  }
  if (code === 'HPE_HEADER_OVERFLOW') return badGateway('The headers of the response are too large', error);
  if (code.startsWith('HPE_')) return badGateway('The response is not valid HTTP', error);
  return code === '' ? error : badGateway('The connection was closed before the response was complete', error);
}

export function badGateway(message: string, cause: unknown): ServiceError {
  return new ServiceError('BAD_GATEWAY', message, {}, { cause });
}
