import { once } from 'node:events';
import { type Socket, connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

/** A request on a connection of its own, sent as far as the test wants. */
export class HalfRequest {
  private readonly socket: Socket;
  private received = '';
  private error: Error | undefined;

  private constructor(socket: Socket) {
    this.socket = socket;
    socket.on('data', (chunk) => (this.received += String(chunk)));
    socket.on('error', (error) => (this.error = error));
  }

  static async open(
    url: string,
    method: string,
    path: string,
    headers: Readonly<Record<string, string | number>> = {},
  ): Promise<HalfRequest> {
    const { hostname, port } = new URL(url);
    const socket = connect(Number(port), hostname);
    await once(socket, 'connect');
    const request = new HalfRequest(socket);
    const lines = Object.entries({ host: hostname, ...headers }).map(([name, value]) => `${name}: ${value}`);
    socket.write([`${method} ${path} HTTP/1.1`, ...lines, '', ''].join('\r\n'));
    return request;
  }

  /** Resolves when the bytes are sent or the connection is closed. */
  async send(bytes: string | Buffer): Promise<void> {
    await new Promise<void>((resolve) => {
      this.socket.write(bytes, () => resolve());
    });
  }

  /** The status, once the answer is there; undefined when the connection closed without one. */
  async status(): Promise<number | undefined> {
    while (!this.received.includes('\r\n\r\n') && !this.socket.closed) await delay(5);
    const [, status] = /^HTTP\/1\.1 (\d+)/.exec(this.received) ?? [];
    return status === undefined ? undefined : Number(status);
  }

  /** Resolves when the server has closed the connection. */
  async closed(): Promise<void> {
    if (!this.socket.closed) await once(this.socket, 'close');
  }

  get text(): string {
    return this.received;
  }

  /** What went wrong with the connection, as the sender saw it. */
  get failure(): string | undefined {
    return this.error?.message;
  }

  get isClosed(): boolean {
    return this.socket.closed;
  }

  close(): void {
    this.socket.destroy();
  }
}
