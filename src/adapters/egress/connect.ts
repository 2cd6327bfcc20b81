import { once } from 'node:events';
import { type Socket, connect as connectTcp, isIP, isIPv4 } from 'node:net';
import { type TLSSocket, connect as connectTls } from 'node:tls';
import { badGateway } from './egress-error.ts';
import type { Target } from './target.ts';

/** Opens a TCP connection to an address, never to a name. */
export type Connect = (address: string, port: number) => Socket;

interface ConnectOptions {
  connect: Connect;
  ca: string | undefined;
  signal: AbortSignal;
}

export const connectDirectly: Connect = (host, port) => connectTcp({ host, port });

/** How long the connection to one address may take before the next one is tried. */
const CONNECT_MS = 3_000;
const MAX_ADDRESSES = 4;

/** A connection to one of the checked addresses, with TLS if the URL requires it. Rejects when the signal aborts. */
export async function openConnection(
  target: Target,
  addresses: readonly string[],
  options: ConnectOptions,
): Promise<Socket> {
  const socket = await firstReachable(addresses, target.port, options);
  if (!target.secure) return socket;
  try {
    return await upgradeToTls(socket, target, options);
  } catch (error) {
    socket.destroy();
    if (options.signal.aborted) throw error;
    throw badGateway('The TLS connection failed; check the certificate of the host', error);
  }
}

/** IPv4 first, because trying IPv6 in a network without it costs time. */
async function firstReachable(
  addresses: readonly string[],
  port: number,
  { connect, signal }: ConnectOptions,
): Promise<Socket> {
  const ordered = addresses.toSorted((one, other) => Number(isIPv4(other)) - Number(isIPv4(one)));
  let failure: unknown;
  for (const address of ordered.slice(0, MAX_ADDRESSES)) {
    const socket = connect(address, port);
    // Errors are handled where the socket is used; an error without a listener would end the process.
    socket.on('error', () => {});
    try {
      await once(socket, 'connect', { signal: AbortSignal.any([signal, AbortSignal.timeout(CONNECT_MS)]) });
      return socket;
    } catch (error) {
      socket.destroy();
      if (signal.aborted) throw error;
      failure = error;
    }
  }
  throw badGateway('The address is not reachable', failure);
}

async function upgradeToTls(socket: Socket, { host }: Target, { ca, signal }: ConnectOptions): Promise<TLSSocket> {
  const secure = connectTls({
    socket,
    // The certificate is verified against `host`; an address must not be sent as server name.
    host,
    ...(isIP(host) === 0 ? { servername: host } : {}),
    ALPNProtocols: ['http/1.1'],
    ...(ca === undefined ? {} : { ca }),
  });
  secure.on('error', () => {});
  try {
    await once(secure, 'secureConnect', { signal });
    return secure;
  } catch (error) {
    secure.destroy();
    throw error;
  }
}
