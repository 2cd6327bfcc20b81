import type { Socket } from 'node:net';
import { STATUS_CODES } from 'node:http';

/** Statuses for requests that Node cannot parse, where it is not 400. */
const ANSWERS: Readonly<Record<string, [status: number, text: string]>> = {
  HPE_HEADER_OVERFLOW: [431, 'Request headers are too large'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'Request took too long'],
};

/** How long the client may take to read the response. */
const LINGER_MS = 2_000;

/**
 * Answers a connection whose bytes are not a valid HTTP request, or too slow or too large, with the error envelope, and
 * closes it.
 */
export function rejectUnreadableRequest(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  const [status, text] = ANSWERS[error.code ?? ''] ?? [400, 'Malformed request'];
  respondAndClose(socket, status, text);
}

/** Sends the error envelope without a request object and closes the connection. */
export function respondAndClose(socket: Socket, status: number, text: string, headers: readonly string[] = []): void {
  const body = JSON.stringify({ success: false, error: text });
  if (socket.writable && !hasAnswered(socket)) {
    socket.write(
      [
        `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
        'Content-Type: application/json; charset=utf-8',
        `Content-Length: ${Buffer.byteLength(body)}`,
        ...headers,
        'Connection: close',
        '',
        body,
      ].join('\r\n'),
    );
  }
  socket.destroySoon();
  // Unread data would keep the connection open.
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
}

/**
 * Part of a response may already be sent; a second one would be read as part of it. Node's own handler checks the same
 * property.
 */
function hasAnswered(socket: Socket): boolean {
  return (socket as Socket & { _httpMessage?: { headersSent: boolean } | null })._httpMessage?.headersSent ?? false;
}
