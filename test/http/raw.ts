import { connect } from 'node:net';

export interface RawAnswer {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** Sends bytes unchanged, where a client library would correct or reject them, and reads until the server closes. */
export async function sendRaw(url: string, text: string): Promise<RawAnswer> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  // Not ended: Node treats a client that has ended its side as disconnected.
  socket.write(text);
  const chunks: Buffer[] = [];
  socket.on('data', (chunk) => chunks.push(chunk));
  // A server that rejects a request early closes the connection while the rest is being sent.
  socket.on('error', () => {});
  await new Promise((resolve) => {
    socket.once('close', resolve);
  });
  return parse(Buffer.concat(chunks).toString());
}

/** A whole GET without a body. */
export function rawGet(path: string, headers: Record<string, string> = {}): string {
  const lines = Object.entries({ host: 'localhost', connection: 'close', ...headers }).map(
    ([name, value]) => `${name}: ${value}`,
  );
  return [`GET ${path} HTTP/1.1`, ...lines, '', ''].join('\r\n');
}

function parse(text: string): RawAnswer {
  const end = text.indexOf('\r\n\r\n');
  const [first = '', ...lines] = text.slice(0, end).split('\r\n');
  const headers = lines.map((line) => [
    line.slice(0, line.indexOf(':')).toLowerCase(),
    line.slice(line.indexOf(':') + 1).trim(),
  ]);
  return {
    status: Number(first.split(' ')[1]),
    headers: Object.fromEntries(headers) as Record<string, string>,
    body: text.slice(end + 4),
  };
}
