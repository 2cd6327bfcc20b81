import { type Attributes, SpanKind, TraceFlags, context, trace } from '@opentelemetry/api';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { SERVICE_ACTOR } from '../../shared/actor.ts';
import { type LogIds, type TraceIds, findLogIds, toTraceIds, withIds } from '../../shared/log/log-ids.ts';
import type { Logger } from '../../shared/log/logger.ts';
import { runInContext } from '../../shared/async-context.ts';
import { isRecording } from '../../telemetry/metrics.ts';
import { Observation } from '../../telemetry/record.ts';
import { readTraceParent } from '../../telemetry/trace-parent.ts';
import { onClosed } from './response-closed.ts';

declare module 'fastify' {
  interface FastifyRequest {
    observed: ObservedRequest | null;
  }
}

interface ObservedRequest {
  ids: LogIds;
  /** The observation of the request; null without telemetry. */
  observation: Observation | null;
}

/** The status that nginx uses when the client disconnects before the response. */
const CLIENT_DISCONNECTED = 499;
const MAX_PATH_LENGTH = 500;
const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** The logger of a request: its lines have the request id and the trace id of the caller. */
export function requestLogger(log: Logger, request: { headers: FastifyRequest['headers'] }, requestId: string): Logger {
  const trace = readTraceParent(request.headers);
  return withIds(log, { requestId, ...(trace ? { trace } : {}) });
}

/** Logs every request once and, with telemetry enabled, records a span and its duration. */
export function observeRequests(server: FastifyInstance): void {
  server.decorateRequest('observed', null);
  server.addHook('onRequest', (request, reply, done) => {
    const ids = findLogIds(request.log) ?? {};
    const observation = isRecording() ? observeRequest(request, ids) : null;
    request.observed = { ids, observation };
    // Emitted once for every request, also for disconnected clients and streams.
    onClosed(reply.raw, () => finish(request, reply));
    // Fastify keeps the async context while it reads the body.
    const run = (): void => (observation ? observation.run(done) : done());
    runInContext({ ids, actorState: { actor: SERVICE_ACTOR } }, run);
  });
}

function observeRequest(request: FastifyRequest, ids: LogIds): Observation {
  const requestAttributes = describe(request);
  const requestId = ids.requestId === undefined ? {} : { 'lectern.request.id': ids.requestId };
  const observation = new Observation(
    spanName(requestAttributes),
    {
      kind: SpanKind.SERVER,
      attributes: { ...requestAttributes, ...requestId },
      metrics: { 'http.server.request.duration': requestAttributes },
    },
    ids.trace ? trace.setSpanContext(context.active(), toRemoteParent(ids.trace)) : context.active(),
  );
  const opened = toTraceIds(observation.span);
  if (opened) ids.trace = opened;
  return observation;
}

function toRemoteParent({ traceId, spanId, sampled }: TraceIds) {
  return { traceId, spanId, isRemote: true, traceFlags: sampled ? TraceFlags.SAMPLED : TraceFlags.NONE };
}

/** The route pattern instead of the path, which contains ids, slugs and other input. */
function describe(request: FastifyRequest): Attributes {
  const { url } = request.routeOptions;
  const operation = request.routeOptions.config.operation;
  return {
    'http.request.method': METHODS.has(request.method) ? request.method : '_OTHER',
    'url.scheme': request.protocol,
    ...(url === undefined || request.is404 ? {} : { 'http.route': url }),
    ...(operation ? { 'lectern.operation': operation.name } : {}),
  };
}

function spanName(requestAttributes: Attributes): string {
  return [requestAttributes['http.request.method'], requestAttributes['http.route']].filter(Boolean).join(' ');
}

function finish(request: FastifyRequest, reply: FastifyReply): void {
  const status = reply.raw.writableFinished ? reply.raw.statusCode : CLIENT_DISCONNECTED;
  if ((request.log as Logger).isLevelEnabled('info')) {
    request.log.info({ httpRequest: summary(request, reply, status) }, 'request');
  }
  const { ids, observation } = request.observed ?? {};
  if (!ids || !observation) return;
  if (ids.siteId !== undefined) observation.span.setAttribute('lectern.site.id', ids.siteId);
  observation.labels['http.response.status_code'] = status;
  observation.end(status >= 500 ? Object.assign(new Error(), { code: String(status) }) : undefined);
}

/**
 * Without the query string, which may contain search text. For files, only ids instead of the names of folders and
 * files.
 */
function requestPath({ url, routeOptions, is404 }: FastifyRequest): string {
  const path = url.split('?', 1)[0] ?? '';
  const { url: route } = routeOptions;
  if (is404 || !route?.endsWith('/*')) return path.slice(0, MAX_PATH_LENGTH);
  return [route.slice(0, -2), ...(path.match(UUID) ?? [])].join('/');
}

function summary(request: FastifyRequest, reply: FastifyReply, status: number): object {
  const userAgent = request.headers['user-agent'];
  return {
    requestMethod: request.method,
    requestUrl: requestPath(request),
    status,
    latency: `${(reply.elapsedTime / 1000).toFixed(3)}s`,
    ...(userAgent === undefined ? {} : { userAgent: userAgent.slice(0, 200) }),
  };
}
