import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  type ExecutionArgs,
  type ExecutionResult,
  GraphQLError,
  type GraphQLFormattedError,
  execute,
  getOperationAST,
} from 'graphql';
import { type Request, type Response, createHandler } from 'graphql-sse';
import { observe } from '../../telemetry/record.ts';
import type { RequestContext } from '../../api/request-context.ts';
import { errorFormatter, failedRequest, failedFieldName, withRequestId, isInternal } from '../errors.ts';
import { type GraphQLOptions, graphqlRoute } from './graphql-route.ts';
import { scheduleIntrospection } from '../introspection/schedule-introspection.ts';
import { admitOperation, readOperation, validationRules } from '../rules/operation-rules.ts';
import { EVENT_STREAM, type StreamFormat } from './stream-format.ts';

/** The context of a stream: graphql-sse requires an index signature. */
type StreamContext = RequestContext & Record<PropertyKey, unknown>;

type HandleStream = (request: FastifyRequest, reply: FastifyReply, format: StreamFormat) => Promise<void>;

/**
 * `POST /graphql/stream`: operations with a response of server-sent events, mainly subscriptions (GraphQL over SSE,
 * distinct connections mode).
 * @returns the handler, which also serves subscriptions of /graphql
 */
export function registerGraphQLStream(server: FastifyInstance, options: GraphQLOptions): HandleStream {
  const handle = createStreamHandler(options);
  server.route({
    ...graphqlRoute(options),
    url: '/graphql/stream',
    method: ['GET', 'POST'],
    handler: (request, reply) => handle(request, reply, EVENT_STREAM),
  });
  return handle;
}

/** An error before the operation runs has an HTTP status. */
function createStreamHandler({ schema, getContext, introspection, log }: GraphQLOptions): HandleStream {
  const rules = validationRules(introspection);
  const format = errorFormatter(introspection);
  const handler = createHandler<FastifyRequest, undefined, StreamContext>({
    schema,
    // `readOperation` validates, with additional rules.
    validate: () => [],
    execute: executeScheduled,
    async onSubscribe({ raw: request }, { query, variables, operationName }) {
      try {
        const contextValue = getContext(request) as StreamContext;
        const { document, operation } = readOperation(schema, rules, { query, operationName });
        const requested = { schema, document, operation, variables: variables ?? {} };
        admitOperation(requested, contextValue);
        return { schema, document, operationName, variableValues: variables, contextValue };
      } catch (error) {
        const { status, headers, body } = failedRequest(error, { requestId: request.id, format, log });
        return [
          JSON.stringify(body),
          { status, statusText: '', headers: { ...headers, 'content-type': 'application/json; charset=utf-8' } },
        ];
      }
    },
    onNext({ requestId, costMeter: spending }, _request, result) {
      const { rejection } = spending ?? {};
      if (rejection) return { errors: [toGraphQLError(rejection.toJSON())] };
      return result.errors && { ...result, errors: result.errors.map((error) => toFormattedError(error, requestId)) };
    },
  });
  /** Formats and logs errors like /graphql. */
  function toFormattedError(error: GraphQLError, requestId: string): GraphQLError {
    if (isInternal(error))
      log.error(
        { err: error.originalError ?? error, field: failedFieldName(error) },
        'a streamed GraphQL field failed',
      );
    return toGraphQLError(withRequestId(format(error.toJSON(), error), requestId));
  }
  return (request, reply, format) =>
    observe('graphql', {}, async () => {
      const response = await handler(toRequest(request, format));
      await sendStream(response, reply, format);
    });
}

/** Introspection runs in slices, as at /graphql. */
async function executeScheduled(args: ExecutionArgs): Promise<ExecutionResult> {
  const { schema, document, operationName, variableValues, contextValue } = args;
  const operation = getOperationAST(document, operationName);
  try {
    const requested = operation && { schema, document, operation, variables: variableValues ?? {} };
    const data = requested && (await scheduleIntrospection(requested, contextValue as RequestContext));
    return data ? { data } : await execute(args);
  } catch (error) {
    if (error instanceof GraphQLError) return { errors: [error] };
    throw error;
  }
}

function toRequest(request: FastifyRequest, format: StreamFormat): Request<FastifyRequest, undefined> {
  const { method, url, headers, body } = request;
  const isStream = format !== EVENT_STREAM || headers.accept?.includes(EVENT_STREAM.accept);
  return {
    method,
    url,
    headers: {
      // graphql-sse streams only to clients that accept nothing else.
      get: (name) => (name === 'accept' && isStream ? EVENT_STREAM.accept : String(headers[name])),
    },
    body: body as Record<string, unknown>,
    raw: request,
    context: undefined,
  };
}

function toGraphQLError({ message, path, extensions = {} }: GraphQLFormattedError): GraphQLError {
  return new GraphQLError(message, { ...(path ? { path } : {}), extensions });
}

/** Sends a response of graphql-sse: an error as it is, events in the format. Ends when the client disconnects. */
async function sendStream([body, init]: Response, reply: FastifyReply, format: StreamFormat): Promise<void> {
  const { raw } = reply;
  const isStream = body !== null && typeof body !== 'string';
  const headers = {
    ...reply.getHeaders(),
    ...init.headers,
    ...(isStream ? { 'content-type': format.contentType } : {}),
  };
  raw.writeHead(init.status, init.statusText, headers as Record<string, string>);
  if (!isStream) return end(raw, body ?? '');
  const stop = () => void body.return(undefined);
  raw.once('close', stop);
  let text = format.start;
  for await (const message of body) {
    if (!(await write(raw, text + format.write(message)))) break;
    text = '';
  }
  raw.off('close', stop);
  return end(raw, '');
}

/** Writes a text; false if the client is disconnected. */
function write(raw: FastifyReply['raw'], text: string): Promise<boolean> {
  if (!raw.writable) return Promise.resolve(false);
  return new Promise((resolve) => {
    raw.write(text, (error) => resolve(!error));
  });
}

function end(raw: FastifyReply['raw'], text: string): Promise<void> {
  return new Promise((resolve) => {
    raw.end(text, () => resolve());
  });
}
