import { FaultyProxy } from '../faults/faulty-proxy.ts';
import { type TestNeeds, needs } from '../../support/needs.ts';
import { startWeaviateDouble } from '../../support/weaviate-double.ts';
import { WeaviateServer } from '../support/weaviate-server.ts';

/** A vector index to be taken away and damaged under a running service. */
export interface IndexServer {
  url: string;
  grpcUrl: string;
  /** The port is closed until `back`. */
  leave(): Promise<void>;
  /** Resolves once the server is ready. */
  back(): Promise<void>;
  /** Connections stay open and nothing is answered until `thaw`. */
  freeze(): Promise<void>;
  thaw(): Promise<void>;
  /** While it is stopped: all data is lost, as after a start with an empty folder. */
  empty(): Promise<void>;
  /** While it is stopped: the graphs of vectors are lost, the objects are kept. */
  loseVectors(): Promise<void>;
  stop(): Promise<void>;
}

export interface IndexServerKind {
  name: string;
  open: () => Promise<IndexServer>;
  /** For the suites that use it. */
  options: TestNeeds;
}

/** The double everywhere, and a real server where there is one. */
export const INDEX_SERVERS: readonly IndexServerKind[] = [
  { name: 'a double of Weaviate', open: openDouble, options: {} },
  { name: 'a real Weaviate', open: openReal, options: needs('weaviate-server') },
];

async function openDouble(): Promise<IndexServer> {
  const double = await startWeaviateDouble();
  const [rest, grpc] = [await proxyTo(double.url), await proxyTo(double.grpcUrl)];
  const both = async (work: (proxy: FaultyProxy) => Promise<void>): Promise<void> => {
    await Promise.all([work(rest), work(grpc)]);
  };
  const leave = () => both((proxy) => proxy.begin('refuse'));
  const back = () => both((proxy) => proxy.end());
  return {
    url: `http://127.0.0.1:${rest.port}`,
    grpcUrl: `http://127.0.0.1:${grpc.port}`,
    leave,
    back,
    freeze: () => both((proxy) => proxy.begin('hang')),
    thaw: back,
    empty: async () => double.schema.empty(),
    loseVectors: async () => double.schema.loseVectors(),
    async stop() {
      await both((proxy) => proxy.stop());
      await double.stop();
    },
  };
}

async function proxyTo(url: string): Promise<FaultyProxy> {
  const { hostname, port } = new URL(url);
  return FaultyProxy.start({ host: hostname, port: Number(port) });
}

async function openReal(): Promise<IndexServer> {
  const server = await WeaviateServer.start();
  return {
    url: server.url,
    grpcUrl: server.grpcUrl,
    leave: () => server.kill(),
    back: () => server.start(),
    freeze: async () => server.freeze(),
    thaw: async () => server.thaw(),
    empty: () => server.empty(),
    async loseVectors() {
      if ((await server.loseVectors()) === 0) throw new Error('There were no vectors to lose');
    },
    stop: () => server.stop(),
  };
}
