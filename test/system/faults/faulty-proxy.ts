import { once } from 'node:events';
import { type Socket, connect, createServer } from 'node:net';
import { freePort } from '../../support/local-server.ts';

export const PROXY_FAULTS = ['refuse', 'cut', 'half', 'lost', 'hang', 'garbage'] as const;
/**
 * `refuse`: the port is closed; `cut`: disconnects at the first byte; `half`: disconnects in the middle of an answer; `lost`:
 * the server executes the request, and its answer never arrives; `hang`: accepts everything and answers nothing.
 */
export type ProxyFault = (typeof PROXY_FAULTS)[number];

type Target = { host: string; port: number } | { path: string };

/** Stands between the service and a server that it needs, and stops working on demand. */
export class FaultyProxy {
  readonly port: number;
  private fault: ProxyFault | null = null;
  private readonly server = createServer((socket) => this.accept(socket));
  private readonly sockets = new Set<Socket>();
  private readonly target: Target;

  private constructor(target: Target, port: number) {
    this.target = target;
    this.port = port;
  }

  static async start(target: Target): Promise<FaultyProxy> {
    const proxy = new FaultyProxy(target, await freePort());
    await proxy.listen();
    return proxy;
  }

  async begin(fault: ProxyFault): Promise<void> {
    this.fault = fault;
    if (fault === 'refuse' || fault === 'cut') for (const socket of this.sockets) socket.destroy();
    if (fault === 'refuse') await this.unlisten();
  }

  /** What hung is cut: a server that comes back does not go on where it was. */
  async end(): Promise<void> {
    const wasClosed = this.fault === 'refuse';
    this.fault = null;
    for (const socket of this.sockets) socket.destroy();
    if (wasClosed) await this.listen();
  }

  async stop(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    if (this.server.listening) await this.unlisten();
  }

  private async listen(): Promise<void> {
    this.server.listen(this.port, '127.0.0.1');
    await once(this.server, 'listening');
  }

  private async unlisten(): Promise<void> {
    const closed = once(this.server, 'close');
    this.server.close();
    await closed;
  }

  private accept(client: Socket): void {
    const server = connect(this.target);
    for (const socket of [client, server]) {
      this.sockets.add(socket);
      socket.on('error', () => {});
      socket.once('close', () => {
        this.sockets.delete(socket);
        client.destroy();
        server.destroy();
      });
    }
    client.on('data', (chunk) => {
      if (this.fault === 'cut') client.destroy();
      else if (this.fault === 'garbage') client.write('\x7f\0HTTP garbage \xff\r\n\r\n'.repeat(3));
      else if (this.fault !== 'hang') server.write(chunk);
    });
    server.on('data', (chunk: Buffer) => {
      if (this.fault === null) client.write(chunk);
      else if (this.fault === 'lost') client.destroy();
      else if (this.fault === 'half') {
        client.write(chunk.subarray(0, chunk.length / 2));
        client.destroySoon();
      }
    });
  }
}
