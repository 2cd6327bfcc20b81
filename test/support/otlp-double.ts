import { type Server, createServer } from 'node:http';
import protobuf from 'protobufjs';
import { closeServer, listenLocally } from './local-server.ts';

export interface ReceivedSpan {
  traceId: string;
  spanId: string;
  /** Empty: the trace begins with it. */
  parentSpanId: string;
  name: string;
  kind: number;
  attributes: Record<string, unknown>;
  status: number;
  resource: Record<string, unknown>;
}

export interface ReceivedPoint {
  name: string;
  unit: string;
  attributes: Record<string, unknown>;
  /** Of a histogram: how many and their sum; of a gauge: its value as the sum of one. */
  count: number;
  sum: number;
}

/** Receives what OTLP exporters send as protobuf over HTTP, and keeps it decoded. */
export class OtlpDouble {
  readonly spans: ReceivedSpan[] = [];
  /** Every point of every export: a histogram's later one holds the earlier ones. */
  readonly points: ReceivedPoint[] = [];
  /** As it came. */
  readonly bodies: Buffer[] = [];
  readonly headers: NodeJS.Dict<string | string[]>[] = [];
  readonly url: string;
  private readonly server: Server;

  private constructor(server: Server, url: string) {
    this.server = server;
    this.url = url;
  }

  static async start(): Promise<OtlpDouble> {
    const server = createServer();
    const port = await listenLocally(server);
    const double = new OtlpDouble(server, `http://127.0.0.1:${port}`);
    server.on('request', async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      double.headers.push(request.headers);
      const known = double.receive(request.url ?? '', Buffer.concat(chunks));
      response.writeHead(known ? 200 : 404, { 'content-type': 'application/x-protobuf' }).end();
    });
    return double;
  }

  async stop(): Promise<void> {
    await closeServer(this.server);
  }

  spansOf(traceId: string): ReceivedSpan[] {
    return this.spans.filter((span) => span.traceId === traceId);
  }

  /** The newest points of a metric. */
  pointsOf(name: string): ReceivedPoint[] {
    const newest = new Map(
      this.points
        .filter((point) => point.name === name)
        .map((point) => [JSON.stringify(Object.entries(point.attributes).toSorted()), point]),
    );
    return [...newest.values()];
  }

  private receive(path: string, body: Buffer): boolean {
    this.bodies.push(body);
    if (path === '/v1/traces') this.spans.push(...readSpans(body));
    else if (path === '/v1/metrics') this.points.push(...readPoints(body));
    else return false;
    return true;
  }
}

/** The fields that are read here of the protocol's messages, by their numbers. */
const MESSAGES = protobuf.parse(`
  syntax = "proto3";
  message Traces { repeated ResourceSpans resources = 1; }
  message ResourceSpans { Resource resource = 1; repeated ScopeSpans scopes = 2; }
  message ScopeSpans { repeated Span spans = 2; }
  message Span {
    bytes traceId = 1; bytes spanId = 2; bytes parentSpanId = 4; string name = 5; int32 kind = 6;
    repeated KeyValue attributes = 9; repeated Event events = 11; Status status = 15;
  }
  message Event { string name = 2; repeated KeyValue attributes = 3; }
  message Status { string message = 2; int32 code = 3; }
  message Metrics { repeated ResourceMetrics resources = 1; }
  message ResourceMetrics { Resource resource = 1; repeated ScopeMetrics scopes = 2; }
  message ScopeMetrics { repeated Metric metrics = 2; }
  message Metric { string name = 1; string unit = 3; Numbers gauge = 5; Numbers sum = 7; Histogram histogram = 9; }
  message Numbers { repeated Number points = 1; }
  message Number { double asDouble = 4; sfixed64 asInt = 6; repeated KeyValue attributes = 7; }
  message Histogram { repeated HistogramPoint points = 1; }
  message HistogramPoint { fixed64 count = 4; double sum = 5; repeated KeyValue attributes = 9; }
  message Resource { repeated KeyValue attributes = 1; }
  message KeyValue { string key = 1; Value value = 2; }
  message Value { oneof value { string text = 1; bool flag = 2; int64 whole = 3; double number = 4; } }
`).root;

interface KeyValue {
  key: string;
  value?: Record<string, unknown>;
}

interface Resource<Scope> {
  resource?: { attributes: KeyValue[] };
  scopes: Scope[];
}

interface Span {
  traceId: Buffer;
  spanId: Buffer;
  parentSpanId?: Buffer;
  name: string;
  kind: number;
  attributes: KeyValue[];
  status?: { code: number };
}

interface Metric {
  name: string;
  unit: string;
  gauge?: { points: Point[] };
  sum?: { points: Point[] };
  histogram?: { points: Point[] };
}

interface Point {
  attributes: KeyValue[];
  asDouble?: number;
  asInt?: number;
  count?: number;
  sum?: number;
}

function readSpans(body: Buffer): ReceivedSpan[] {
  const { resources } = decode<{ resources: Resource<{ spans: Span[] }>[] }>('Traces', body);
  return resources.flatMap(({ resource, scopes }) =>
    scopes
      .flatMap(({ spans }) => spans)
      .map((span) => ({
        traceId: span.traceId.toString('hex'),
        spanId: span.spanId.toString('hex'),
        parentSpanId: span.parentSpanId?.toString('hex') ?? '',
        name: span.name,
        kind: span.kind,
        attributes: attributesOf(span.attributes),
        status: span.status?.code ?? 0,
        resource: attributesOf(resource?.attributes ?? []),
      })),
  );
}

function readPoints(body: Buffer): ReceivedPoint[] {
  const { resources } = decode<{ resources: Resource<{ metrics: Metric[] }>[] }>('Metrics', body);
  return resources
    .flatMap(({ scopes }) => scopes)
    .flatMap(({ metrics }) => metrics)
    .flatMap(({ name, unit, gauge, sum, histogram }) =>
      [gauge, sum, histogram].flatMap((kind) =>
        (kind?.points ?? []).map((point) => ({
          name,
          unit,
          attributes: attributesOf(point.attributes),
          count: point.count ?? 1,
          sum: point.sum ?? (point.asDouble || point.asInt || 0),
        })),
      ),
    );
}

/** Lists that are empty stand there as such, and numbers of 64 bits as numbers. */
function decode<T>(message: string, body: Buffer): T {
  const type = MESSAGES.lookupType(message);
  return type.toObject(type.decode(body), { arrays: true, defaults: false, longs: Number, bytes: Buffer }) as T;
}

function attributesOf(list: readonly KeyValue[]): Record<string, unknown> {
  return Object.fromEntries(list.map(({ key, value }) => [key, Object.values(value ?? {})[0]]));
}
