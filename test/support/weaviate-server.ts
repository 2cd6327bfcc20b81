import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

const SERVER = 'weaviate-server';

/** What to tell who reads the test report; undefined where a weaviate-server can be run. */
export const NO_WEAVIATE =
  spawnSync(SERVER, ['--help']).status === 0
    ? undefined
    : 'weaviate-server is not on the PATH: attacks and faults use a double of its protocols instead';

const START_LIMIT_MS = 120_000;
/** Per tenant, its graph of vectors; the objects lie in a folder beside them. */
const VECTOR_FOLDERS = /\.hnsw\.(commitlog|snapshot)\.d$/;

/** A real single-node server with ports and a data folder of its own, which stay the same when it is restarted. Its gRPC port listens on all addresses, which can't be configured. */
export class WeaviateServer {
  readonly url: string;
  readonly grpcUrl: string;
  private readonly dataDir: string;
  private readonly ports: readonly number[];
  private child: ChildProcess | undefined;

  private constructor(dataDir: string, ports: readonly number[]) {
    this.dataDir = dataDir;
    this.ports = ports;
    const [http, grpc] = ports;
    this.url = `http://127.0.0.1:${http}`;
    this.grpcUrl = `http://127.0.0.1:${grpc}`;
  }

  static async start(): Promise<WeaviateServer> {
    const server = new WeaviateServer(await mkdtemp(join(tmpdir(), 'lectern-weaviate-')), await freePorts(6));
    await server.start();
    return server;
  }

  /** Resolves once the server says that it is ready. */
  async start(): Promise<void> {
    const [http] = this.ports;
    const flags = ['--host', '127.0.0.1', '--port', `${http}`, '--scheme', 'http'];
    this.child = spawn(SERVER, flags, { env: this.environment(), stdio: 'ignore' });
    const until = Date.now() + START_LIMIT_MS;
    while (!(await this.isReady())) {
      if (this.child.exitCode !== null) throw new Error(`weaviate-server ended with ${this.child.exitCode}`);
      if (Date.now() > until) throw new Error('weaviate-server did not become ready');
      await delay(20);
    }
  }

  async kill(): Promise<void> {
    if (!this.child || this.child.exitCode !== null || this.child.signalCode !== null) return;
    const exited = once(this.child, 'exit');
    this.child.kill('SIGKILL');
    await exited;
  }

  /** Stops answering without closing its connections, until `thaw`. */
  freeze(): void {
    this.child?.kill('SIGSTOP');
  }

  thaw(): void {
    this.child?.kill('SIGCONT');
  }

  /** Removes everything it holds; for a server that has been killed. */
  async empty(): Promise<void> {
    for (const entry of await readdir(this.dataDir)) await rm(join(this.dataDir, entry), { recursive: true });
  }

  /** Removes the graphs of vectors and leaves the objects; for a server that has been killed. Answers how many folders. */
  async loseVectors(): Promise<number> {
    const entries = await readdir(this.dataDir, { recursive: true, withFileTypes: true });
    const folders = entries.filter((entry) => entry.isDirectory() && VECTOR_FOLDERS.test(entry.name));
    for (const { parentPath, name } of folders) await rm(join(parentPath, name), { recursive: true });
    return folders.length;
  }

  async stop(): Promise<void> {
    await this.kill();
    await rm(this.dataDir, { recursive: true, force: true });
  }

  private async isReady(): Promise<boolean> {
    return fetch(`${this.url}/v1/.well-known/ready`).then(
      ({ ok }) => ok,
      () => false,
    );
  }

  private environment(): Record<string, string> {
    const [, grpc, gossip, data, raft, raftRpc] = this.ports;
    return {
      PATH: process.env['PATH'] ?? '',
      PERSISTENCE_DATA_PATH: this.dataDir,
      AUTHENTICATION_ANONYMOUS_ACCESS_ENABLED: 'true',
      DEFAULT_VECTORIZER_MODULE: 'none',
      GRPC_PORT: `${grpc}`,
      CLUSTER_HOSTNAME: 'node1',
      CLUSTER_IN_LOCALHOST: 'true',
      CLUSTER_ADVERTISE_ADDR: '127.0.0.1',
      CLUSTER_BIND_ADDR: '127.0.0.1',
      CLUSTER_GOSSIP_BIND_PORT: `${gossip}`,
      CLUSTER_DATA_BIND_PORT: `${data}`,
      RAFT_PORT: `${raft}`,
      RAFT_INTERNAL_RPC_PORT: `${raftRpc}`,
      RAFT_BOOTSTRAP_EXPECT: '1',
      GO_PROFILING_DISABLE: 'true',
      DISABLE_TELEMETRY: 'true',
      LOG_LEVEL: 'error',
    };
  }
}

/** Ports in a row, as the server wants two of its own to be. */
async function freePorts(count: number): Promise<number[]> {
  for (;;) {
    const first = await freePort(0);
    const ports = Array.from({ length: count }, (_, index) => first + index);
    const free = await Promise.all(ports.map((port) => freePort(port).catch(() => 0)));
    if (free.every((port) => port > 0)) return ports;
  }
}

async function freePort(port: number): Promise<number> {
  const probe = createServer().listen(port, '127.0.0.1');
  await once(probe, 'listening');
  const { port: found } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return found;
}
