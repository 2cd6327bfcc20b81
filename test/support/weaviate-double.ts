import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { type Fault, serveGrpc } from './weaviate-double-grpc.ts';
import { type DoubleCollection, DoubleSchema } from './weaviate-double-schema.ts';
import { closeServer, listenLocally } from './local-server.ts';

export interface WeaviateDouble {
  url: string;
  grpcUrl: string;
  /** What stands in it, for tests to look at. */
  schema: DoubleSchema;
  /** Set it to make calls fail; see Fault. */
  fault: Fault;
  stop(): Promise<void>;
}

export interface DoubleOptions {
  /** Unset: no key is required. */
  apiKey?: string;
  version?: string;
  /** What a query answers and a removal removes at most (QUERY_MAXIMUM_RESULTS). */
  mostResults?: number;
  /** Unset: any that is free. */
  port?: number;
  grpcPort?: number;
}

/**
 * Speaks Weaviate's protocols, as far as the service uses them, so that its real client library can be tried without a
 * server: schema and tenants by REST, data and searches by gRPC. Its answers and errors are worded as those of version 1.40.
 */
export async function startWeaviateDouble(options: DoubleOptions = {}): Promise<WeaviateDouble> {
  const schema = new DoubleSchema(options.mostResults ?? 10_000);
  const state: { fault: Fault } = { fault: {} };
  const isAllowed = (authorization: string | undefined): boolean =>
    options.apiKey === undefined || authorization === `Bearer ${options.apiKey}`;
  const rest = createServer((request, response) => {
    answer(request, schema, options.version ?? '1.40.0', state.fault, isAllowed(request.headers.authorization))
      .then((reply) => send(response, reply))
      .catch((error: unknown) => send(response, refusal(422, String(error))));
  });
  const port = await listenLocally(rest, '127.0.0.1', options.port);
  const grpc = await serveGrpc(schema, state, isAllowed, options.grpcPort);
  return Object.assign(state, {
    url: `http://127.0.0.1:${port}`,
    grpcUrl: `http://127.0.0.1:${grpc.port}`,
    schema,
    stop: async () => {
      grpc.stop();
      await closeServer(rest);
    },
  });
}

interface Reply {
  status: number;
  body?: unknown;
}

async function answer(
  request: IncomingMessage,
  schema: DoubleSchema,
  version: string,
  fault: Fault,
  allowed: boolean,
): Promise<Reply> {
  const path = decodeURIComponent((request.url ?? '').split('?')[0] ?? '');
  if (fault.hang === true) await new Promise(() => {});
  if (fault.away === true) return { status: 503 };
  if (path.startsWith('/v1/.well-known/')) return { status: 200 };
  if (!allowed) return { status: 401, body: { code: 401, message: 'unauthorized: invalid api key' } };
  if (path === '/v1/meta') return { status: 200, body: { version, grpcMaxMessageSize: 104_858_000, modules: {} } };
  if (!path.startsWith('/v1/schema')) return refusal(404, `path ${path} was not found`);
  const body = await text(request);
  return aboutSchema(request.method ?? '', path.split('/').slice(3), body === '' ? null : JSON.parse(body), schema);
}

function aboutSchema(method: string, [name, part]: string[], body: unknown, schema: DoubleSchema): Reply {
  const collection = schema.collections.get(name ?? '');
  if (name === undefined || name === '') {
    if (method === 'POST') return { status: 200, body: schema.create(body as DoubleCollection['definition']) };
    return { status: 200, body: { classes: [...schema.collections.values()].map(({ definition }) => definition) } };
  }
  if (part === 'tenants') return aboutTenants(method, collection, body);
  if (method === 'DELETE') schema.collections.delete(name);
  if (method === 'DELETE') return { status: 200 };
  if (!collection) return { status: 404 };
  if (method === 'PUT') schema.update(collection, body as DoubleCollection['definition']);
  return { status: 200, body: collection.definition };
}

function aboutTenants(method: string, collection: DoubleCollection | undefined, body: unknown): Reply {
  if (!collection) return refusal(422, 'class not found');
  if (method !== 'DELETE') return refusal(405, 'method not allowed');
  for (const tenant of body as string[]) collection.tenants.delete(tenant);
  return { status: 200 };
}

function refusal(status: number, message: string): Reply {
  return { status, body: { error: [{ message }] } };
}

function send(response: ServerResponse, { status, body }: Reply): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(body === undefined ? '' : JSON.stringify(body));
}
