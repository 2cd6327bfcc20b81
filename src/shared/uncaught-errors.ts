import type { Logger } from './logger.ts';
import { ServiceError } from './errors.ts';

/** Of Node's own streams and HTTP connections; whoever used one of them has been told, or has gone. */
const CONNECTION_CODES = /^(ERR_STREAM_|ERR_HTTP_|ERR_HTTP2_|ERR_SOCKET_|HPE_|UND_ERR_|ABORT_ERR$)/;

/**
 * Decides what an error does that no code caught. docs/decisions/0025-errors-that-end-the-process.md has the list and the
 * reasons. Everything that is not on it leaves the process in an unknown state: it ends, and is started again.
 */
export function handleUncaughtErrors(log: Logger, end: (error: unknown) => never = () => process.exit(1)): void {
  process.on('uncaughtException', (error, origin) => {
    if (endsProcess(error, origin)) {
      log.fatal({ err: error, origin }, 'the service ends: nobody expected this error');
      end(error);
    }
    log.error({ err: error, origin }, 'an error had no handler; it ended one piece of work, and the service goes on');
  });
}

/** @param origin as Node tells it; rejections arrive as uncaught exceptions */
export function endsProcess(error: unknown, origin: NodeJS.UncaughtExceptionOrigin): boolean {
  if (origin === 'unhandledRejection') return false;
  return !(error instanceof ServiceError || isOfOperatingSystem(error) || isOfConnection(error));
}

/** ECONNRESET, EPIPE, ENOSPC and the like, of a file or a connection that nobody listened to. */
function isOfOperatingSystem(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error && 'errno' in error;
}

function isOfConnection(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error.name === 'AbortError' || error.name === 'TimeoutError') return true;
  return 'code' in error && typeof error.code === 'string' && CONNECTION_CODES.test(error.code);
}
