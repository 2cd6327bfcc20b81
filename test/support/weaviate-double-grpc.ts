import { promisify } from 'node:util';
import { Server, ServerCredentials, status } from '@grpc/grpc-js';
import type {
  ServerUnaryCall,
  ServiceDefinition,
  UntypedHandleCall,
  UntypedServiceImplementation,
} from '@grpc/grpc-js';
import type {
  AggregateReply,
  AggregateRequest,
} from '../../node_modules/weaviate-client/dist/node/esm/proto/v1/aggregate.js';
import type {
  BatchObject,
  BatchObjectsReply,
  BatchObjectsRequest,
} from '../../node_modules/weaviate-client/dist/node/esm/proto/v1/batch.js';
import type {
  BatchDeleteReply,
  BatchDeleteRequest,
} from '../../node_modules/weaviate-client/dist/node/esm/proto/v1/batch_delete.js';
import type { Value } from '../../node_modules/weaviate-client/dist/node/esm/proto/v1/properties.js';
import type {
  SearchReply,
  SearchRequest,
} from '../../node_modules/weaviate-client/dist/node/esm/proto/v1/search_get.js';
import {
  TenantActivityStatus,
  type TenantsGetReply,
  type TenantsGetRequest,
} from '../../node_modules/weaviate-client/dist/node/esm/proto/v1/tenants.js';
import {
  HealthCheckResponse_ServingStatus as Serving,
  HealthDefinition,
} from '../../node_modules/weaviate-client/dist/node/esm/proto/google/health/v1/health.js';
import { WeaviateDefinition } from '../../node_modules/weaviate-client/dist/node/esm/proto/v1/weaviate.js';
import type { DoubleSchema } from './weaviate-double-schema.ts';
import { type Found, search, vectorOf } from './weaviate-double-search.ts';
import type { StoredObject } from './weaviate-double-tenant.ts';

/** What goes wrong, as long as it is set. */
export interface Fault {
  /** Calls are never answered. */
  hang?: boolean;
  /** REST answers 503, gRPC UNAVAILABLE. */
  away?: boolean;
  /** So many gRPC calls are answered UNAVAILABLE first. */
  unavailable?: number;
  /** Objects that a batch rejects; called once per object. The others of the batch are stored. */
  refuses?: (id: string) => boolean;
}

/** Serves the calls that the client makes by gRPC. */
export async function serveGrpc(
  schema: DoubleSchema,
  state: { fault: Fault },
  isAllowed: (key: string | undefined) => boolean,
  chosenPort = 0,
) {
  const handlers = {
    search: (request: SearchRequest) => reply<SearchReply>({ results: searched(schema, request) }),
    batchObjects: (request: BatchObjectsRequest) =>
      reply<BatchObjectsReply>({ errors: stored(schema, request, state.fault) }),
    batchDelete: (request: BatchDeleteRequest) => reply<BatchDeleteReply>(removed(schema, request)),
    aggregate: (request: AggregateRequest) =>
      reply<AggregateReply>({ singleResult: { objectsCount: counted(schema, request) } }),
    tenantsGet: (request: TenantsGetRequest) =>
      reply<TenantsGetReply>({ tenants: [...schema.find(request.collection).tenants.keys()].map(active) }),
  };
  const server = new Server({ 'grpc.max_receive_message_length': -1 });
  const service: Record<string, ServiceDefinition[string]> = {};
  const methods: UntypedServiceImplementation = {};
  for (const [name, handler] of Object.entries(handlers)) {
    service[name] = wired(WeaviateDefinition.methods[name as keyof typeof handlers]);
    methods[name] = ((call: ServerUnaryCall<never, object>, done: Done) => {
      const key = call.metadata.get('authorization')[0]?.toString();
      if (state.fault.hang === true) return;
      if (state.fault.away === true || takeOne(state.fault))
        return done({ code: status.UNAVAILABLE, details: 'away for a moment' });
      if (!isAllowed(key)) return done({ code: status.UNAUTHENTICATED, details: 'unauthorized: invalid api key' });
      try {
        done(null, handler(call.request));
      } catch (error) {
        done({ code: status.UNKNOWN, details: error instanceof Error ? error.message : String(error) });
      }
    }) as UntypedHandleCall;
  }
  service['check'] = { ...wired(HealthDefinition.methods.check), path: '/grpc.health.v1.Health/Check' };
  methods['check'] = ((_call: ServerUnaryCall<never, object>, done: Done) => {
    if (state.fault.hang === true) return;
    if (state.fault.away === true) return done({ code: status.UNAVAILABLE, details: 'away for a moment' });
    done(null, { status: Serving.SERVING });
  }) as UntypedHandleCall;
  server.addService(service, methods);
  const port = await promisify(server.bindAsync.bind(server))(
    `127.0.0.1:${chosenPort}`,
    ServerCredentials.createInsecure(),
  );
  return { port, stop: () => server.forceShutdown() };
}

type Done = (error: { code: number; details: string } | null, reply?: object) => void;

interface Codec {
  encode(message: never): { finish(): Uint8Array };
  decode(bytes: Uint8Array): unknown;
  fromPartial(part: never): unknown;
}

function wired({ name, requestType, responseType }: { name: string; requestType: unknown; responseType: unknown }) {
  const [request, response] = [requestType as Codec, responseType as Codec];
  const encode = (codec: Codec) => (message: object) =>
    Buffer.from(codec.encode(codec.fromPartial(message as never) as never).finish());
  const decode = (codec: Codec) => (bytes: Buffer) => codec.decode(bytes) as object;
  return {
    path: `/weaviate.v1.Weaviate/${name}`,
    requestStream: false,
    responseStream: false,
    requestSerialize: encode(request),
    requestDeserialize: decode(request),
    responseSerialize: encode(response),
    responseDeserialize: decode(response),
  };
}

function reply<T>(part: { [K in keyof T]?: unknown }): object {
  return { took: 0.001, ...part };
}

function takeOne(fault: Fault): boolean {
  if (!fault.unavailable) return false;
  fault.unavailable--;
  return true;
}

function searched(schema: DoubleSchema, request: SearchRequest): object[] {
  const found = search(schema.tenant(request.collection, request.tenant), request, schema.mostResults);
  const names = request.properties?.nonRefProperties ?? [];
  return found.map((each) => result(each, names));
}

function result({ object, metadata }: Found, names: readonly string[]): object {
  const fields = Object.fromEntries(names.map((name) => [name, valueOf(object.properties[name])]));
  return { metadata: { ...metadata, id: object.id }, properties: { nonRefProps: { fields } } };
}

function valueOf(value: unknown): Value {
  if (typeof value === 'number') return { intValue: value };
  if (typeof value === 'string') return { textValue: value };
  throw new Error('texts and whole numbers are answered here');
}

/** The batch is answered without an error; its answer lists the rejected objects. */
function stored(schema: DoubleSchema, { objects }: BatchObjectsRequest, fault: Fault): object[] {
  return objects.flatMap((object, index) => {
    try {
      if (fault.refuses?.(object.uuid) === true) throw new Error('put object: shard is read-only');
      schema.tenantToWrite(object.collection, object.tenant).put(toStored(object));
      return [];
    } catch (error) {
      return [{ index, error: error instanceof Error ? error.message : String(error) }];
    }
  });
}

function toStored(object: BatchObject): StoredObject {
  const { nonRefProperties = {}, textArrayProperties = [], emptyListProps = [] } = object.properties ?? {};
  const properties: Record<string, unknown> = { ...nonRefProperties };
  for (const { propName, values } of textArrayProperties) properties[propName] = values;
  for (const name of emptyListProps) properties[name] = [];
  const hasVector = object.vectors.length > 0 || object.vectorBytes.length > 0;
  return { id: object.uuid, properties, vector: hasVector ? vectorOf(object) : null };
}

function removed(schema: DoubleSchema, { collection, tenant, filters }: BatchDeleteRequest) {
  const held = schema.tenant(collection, tenant ?? '');
  const found = held.list(filters).slice(0, schema.mostResults);
  for (const { id } of found) held.remove(id);
  return { matches: found.length, successful: found.length, failed: 0 };
}

function counted(schema: DoubleSchema, { collection, tenant }: AggregateRequest): number {
  return schema.tenant(collection, tenant).objects.size;
}

function active(name: string): object {
  return { name, activityStatus: TenantActivityStatus.TENANT_ACTIVITY_STATUS_HOT };
}
