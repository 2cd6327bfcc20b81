import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { Counts } from '../../shared/http/holder-counts.ts';
import { clientNetwork } from './client-network.ts';
import { respondAndClose } from './unreadable-request.ts';

/** A client that reads none of its response for this long is disconnected. */
const STALLED_READER_MS = 60_000;
const SWEEP_MS = 10_000;

/**
 * Limits the number of connections, in total and per address, and closes those whose client does not read.
 * @param limits `perAddress` is undefined if all connections come from a proxy
 */
export function limitConnections(
  server: Server,
  { total, perAddress }: { total: number; perAddress: number | undefined },
  stalledReaderMs = STALLED_READER_MS,
): void {
  const open = new Counts();
  const sockets = new Map<Socket, OutgoingProgress>();
  // Above this, Node closes connections without a response.
  server.maxConnections = total;
  server.on('connection', (socket: Socket) => {
    const address = clientNetwork(socket.remoteAddress);
    const count = open.add(address, 1);
    sockets.set(socket, { flushed: 0, since: Date.now() });
    socket.once('close', () => {
      sockets.delete(socket);
      open.add(address, -1);
    });
    if (perAddress === undefined || count <= perAddress) return;
    socket.on('error', () => {});
    respondAndClose(socket, 503, 'Too many connections from this address', ['Retry-After: 5']);
  });
  const sweep = setInterval(
    () => {
      for (const [socket, progress] of sockets) if (isStalled(socket, progress, stalledReaderMs)) socket.destroy();
    },
    Math.min(SWEEP_MS, stalledReaderMs),
  ).unref();
  server.once('close', () => clearInterval(sweep));
}

/** Bytes that the client had received at the last check with progress. */
interface OutgoingProgress {
  flushed: number;
  since: number;
}

function isStalled(socket: Socket, progress: OutgoingProgress, limitMs: number): boolean {
  const flushed = socket.bytesWritten - socket.writableLength;
  if (socket.writableLength === 0 || flushed !== progress.flushed) {
    progress.flushed = flushed;
    progress.since = Date.now();
  }
  return Date.now() - progress.since > limitMs;
}
