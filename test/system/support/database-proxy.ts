import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { type Server, type Socket, connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const PORT = 5432;
const socketOf = (folder: string, port: number): string => join(folder, `.s.PGSQL.${port}`);

/** Stands between a service and its PostgreSQL, and fails as networks and servers do. */
export class DatabaseProxy {
  readonly port = PORT;
  /** To connect to, as the folder of a Unix socket. */
  readonly host: string;
  private readonly target: string;
  private server: Server | null = null;
  private readonly sockets = new Set<Socket>();
  private isPaused = false;

  private constructor(host: string, target: string) {
    this.host = host;
    this.target = target;
  }

  static async start(database: { host: string; port: number }): Promise<DatabaseProxy> {
    const folder = await mkdtemp(join(tmpdir(), 'proxy-'));
    const proxy = new DatabaseProxy(folder, socketOf(database.host, database.port));
    await proxy.listen();
    return proxy;
  }

  /** Connections are accepted, and nothing is passed on. */
  pause(): void {
    this.isPaused = true;
    for (const socket of this.sockets) socket.pause();
  }

  resume(): void {
    this.isPaused = false;
    for (const socket of this.sockets) socket.resume();
  }

  /** Connections are cut, and new ones are not accepted until `listen`. */
  async refuse(): Promise<void> {
    this.server?.close();
    this.server = null;
    this.cut();
    await rm(socketOf(this.host, PORT), { force: true });
  }

  /** Connections are cut; new ones may come. */
  cut(): void {
    for (const socket of this.sockets) socket.destroy();
  }

  async listen(): Promise<void> {
    this.server = createServer((client) => this.forward(client)).listen(socketOf(this.host, PORT));
    await once(this.server, 'listening');
  }

  async close(): Promise<void> {
    await this.refuse();
    await rm(this.host, { recursive: true, force: true });
  }

  private forward(client: Socket): void {
    const server = connect(this.target);
    this.join(client, server);
    this.join(server, client);
  }

  private join(from: Socket, to: Socket): void {
    this.sockets.add(from);
    from.on('error', () => {});
    from.on('data', (part) => void to.write(part));
    from.once('close', () => {
      this.sockets.delete(from);
      to.destroy();
    });
    if (this.isPaused) from.pause();
  }
}
