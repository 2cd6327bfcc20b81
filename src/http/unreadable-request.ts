import type { Socket } from 'node:net';
import { STATUS_CODES } from 'node:http';

/** Statuses of what Node could not read as a request, where it is not 400. */
const ANSWERS: Readonly<Record<string, [status: number, text: string]>> = {
  HPE_HEADER_OVERFLOW: [431, 'Request headers are too large'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'Request took too long'],
};

/** Answers bytes that are no HTTP request, or too slow or too much of one, with the error envelope, and hangs up. */
export function answerUnreadable(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  const [status, text] = ANSWERS[error.code ?? ''] ?? [400, 'Malformed request'];
  const body = JSON.stringify({ success: false, error: text });
  if (socket.writable && !hasAnswered(socket)) {
    socket.write(
      [
        `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
        'Content-Type: application/json; charset=utf-8',
        `Content-Length: ${Buffer.byteLength(body)}`,
        'Connection: close',
        '',
        body,
      ].join('\r\n'),
    );
  }
  socket.destroySoon();
}

/** Half an answer may be out already: a second one behind it would be read as part of it. Node's own handler looks there too. */
function hasAnswered(socket: Socket): boolean {
  return (socket as Socket & { _httpMessage?: { headersSent: boolean } | null })._httpMessage?.headersSent ?? false;
}
