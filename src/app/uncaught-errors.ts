import type { Logger } from '../shared/log/logger.ts';
import { ServiceError } from '../shared/errors.ts';

/** Error codes of Node's streams and HTTP connections, which their users handle themselves. */
const CONNECTION_CODES = /^(ERR_STREAM_|ERR_HTTP_|ERR_HTTP2_|ERR_SOCKET_|HPE_|UND_ERR_|ABORT_ERR$)/;

/**
 * Decides whether an uncaught error ends the process. docs/decisions/0025-errors-that-end-the-process.md has the list
 * and the reasons. Errors that are not on the list leave the process in an unknown state: it exits and is restarted.
 * See decision 25.
 */
export function handleUncaughtErrors(log: Logger, end: (error: unknown) => never = () => process.exit(1)): void {
  process.on('uncaughtException', (error, origin) => {
    if (endsProcess(error, origin)) {
      log.fatal({ err: error, origin }, 'uncaught error: the process exits');
      end(error);
    }
    log.error({ err: error, origin }, 'uncaught error: one operation was aborted, the service continues');
  });
}

/** @param origin from Node; rejections arrive as uncaught exceptions */
export function endsProcess(error: unknown, origin: NodeJS.UncaughtExceptionOrigin): boolean {
  if (origin === 'unhandledRejection') return false;
  return !(error instanceof ServiceError || isOfOperatingSystem(error) || isOfConnection(error));
}

/** ECONNRESET, EPIPE, ENOSPC and similar errors of a file or connection without a listener. */
function isOfOperatingSystem(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error && 'errno' in error;
}

function isOfConnection(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error.name === 'AbortError' || error.name === 'TimeoutError') return true;
  return 'code' in error && typeof error.code === 'string' && CONNECTION_CODES.test(error.code);
}
