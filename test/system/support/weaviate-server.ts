import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { ServerProcess, temporaryFolder } from './server-process.ts';
import { freePort } from '../../support/local-server.ts';

const SERVER = 'weaviate-server';

/** Per tenant, its graph of vectors; the objects lie in a folder beside them. */
const VECTOR_FOLDERS = /\.hnsw\.(commitlog|snapshot)\.d$/;

/** A single-node server. Its gRPC port listens on all addresses, which can't be configured. */
export class WeaviateServer extends ServerProcess {
  readonly url: string;
  readonly grpcUrl: string;
  protected readonly readyPath = '/v1/.well-known/ready';
  private readonly ports: readonly number[];

  private constructor(folder: string, ports: readonly number[]) {
    super(SERVER, folder);
    this.ports = ports;
    const [http, grpc] = ports;
    this.url = `http://127.0.0.1:${http}`;
    this.grpcUrl = `http://127.0.0.1:${grpc}`;
  }

  static async start(): Promise<WeaviateServer> {
    const server = new WeaviateServer(await temporaryFolder('weaviate'), await freePorts(6));
    await server.start();
    return server;
  }

  /** Removes everything it holds; for a server that has been killed. */
  async empty(): Promise<void> {
    for (const entry of await readdir(this.folder)) await rm(join(this.folder, entry), { recursive: true });
  }

  /** Removes the graphs of vectors and leaves the objects; for a server that has been killed. Answers how many folders. */
  async loseVectors(): Promise<number> {
    const entries = await readdir(this.folder, { recursive: true, withFileTypes: true });
    const folders = entries.filter((entry) => entry.isDirectory() && VECTOR_FOLDERS.test(entry.name));
    for (const { parentPath, name } of folders) await rm(join(parentPath, name), { recursive: true });
    return folders.length;
  }

  protected flags(): string[] {
    return ['--host', '127.0.0.1', '--port', `${this.ports[0]}`, '--scheme', 'http'];
  }

  protected override environment(): Record<string, string> {
    const [, grpc, gossip, data, raft, raftRpc] = this.ports;
    return {
      PATH: process.env['PATH'] ?? '',
      PERSISTENCE_DATA_PATH: this.folder,
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
    const first = await freePort();
    const ports = Array.from({ length: count }, (_, index) => first + index);
    const free = await Promise.all(ports.map((port) => freePort(port).catch(() => 0)));
    if (free.every((port) => port > 0)) return ports;
  }
}
