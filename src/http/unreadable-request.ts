import type { Socket } from 'node:net';
import { STATUS_CODES } from 'node:http';

/** Statuses of what Node could not read as a request, where it is not 400. */
const ANSWERS: Readonly<Record<string, [status: number, text: string]>> = {
  HPE_HEADER_OVERFLOW: [431, 'Request headers are too large'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'Request took too long'],
};

/** How long a client may take to accept the answer. */
const LINGER_MS = 2_000;

/** Answers bytes that are no HTTP request, or too slow or too much of one, with the error envelope, and hangs up. */
export function answerUnreadable(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  const [status, text] = ANSWERS[error.code ?? ''] ?? [400, 'Malformed request'];
  answerAndHangUp(socket, status, text);
}

/** Answers with the error envelope where no request can, and closes the connection. */
export function answerAndHangUp(socket: Socket, status: number, text: string, headers: readonly string[] = []): void {
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
  // What the client does not read would keep the connection open.
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
}

/** Half an answer may be out already: a second one behind it would be read as part of it. Node's own handler looks there too. */
function hasAnswered(socket: Socket): boolean {
  return (socket as Socket & { _httpMessage?: { headersSent: boolean } | null })._httpMessage?.headersSent ?? false;
}
