import type { FastifyInstance, FastifyReply, FastifyRequest, RouteHandlerMethod } from 'fastify';
import type { RawInput, RestOperation } from '../operation.ts';
import { entityTag, matchesTag } from '../../shared/http/entity-tag.ts';
import { sendError } from './error-response.ts';
import type { ExecutionOptions } from '../../graphql/execution/execution-options.ts';
import { BODY_FORM, FORM_TYPE, bodyFormStrategy } from './form.ts';
import { followOperation } from './follow-operation.ts';
import { parseJsonBodies } from './json-parser.ts';
import { streamOperation, acceptsEvents } from './event-stream.ts';
import { compilePick } from '../output/pick-fields.ts';
import { reportIgnored } from './ignored-parameters.ts';
import { routeOperation } from './route-operation.ts';
import { type RestContext, runOperation } from './run-operation.ts';
import { type HandleUnknownRoute, createUnknownRouteHandler } from './unknown-route.ts';

export interface RestOptions extends ExecutionOptions {
  operations: readonly RestOperation[];
  /** `/api/sdk` */
  prefix: string;
  /**
   * Creates the context of the resolvers. Called before the body is read; throws a `ServiceError` if the caller is not
   * allowed to call the operation, and may set headers on the reply.
   */
  createContext: (request: FastifyRequest, operation: RestOperation, reply: FastifyReply) => Promise<RestContext>;
  /** Prevents an operation from running twice; without it every request runs. */
  runOnce?: RunOnce;
}

/** The arguments of `run`, which also identify a repeated call. */
export interface OperationCall {
  operation: RestOperation;
  input: RawInput;
  context: RestContext;
}

/** Returns the result of `run`, or its stored result. It may use another context than the request's. */
export type RunOnce = (
  request: FastifyRequest,
  reply: FastifyReply,
  call: OperationCall,
  run: (context: RestContext) => Promise<string>,
) => Promise<string>;

/**
 * Mounts a route per operation below the prefix; every other request there is answered with 404 or 405, without a
 * context.
 */
export function registerRest(server: FastifyInstance, options: RestOptions): void {
  if (!server.hasConstraintStrategy(BODY_FORM)) server.addConstraintStrategy(bodyFormStrategy);
  const handleUnknown = createUnknownRouteHandler(server);
  server.register(async (scope) => mount(scope, options, handleUnknown), { prefix: options.prefix });
}

function mount(scope: FastifyInstance, options: RestOptions, handleUnknown: HandleUnknownRoute): void {
  const { operations, prefix, createContext } = options;
  const fixedPaths = new Set(operations.filter(({ path }) => !path.includes(':')).map(({ path }) => prefix + path));
  const closing = new AbortController();
  scope.addHook('preClose', async () => closing.abort());
  parseJsonBodies(scope);
  scope.decorateRequest('restContext', null);
  scope.setErrorHandler((error, request, reply) => sendError(request, reply, error));
  scope.setNotFoundHandler(handleUnknown);
  scope.addHook('onRequest', async (request, reply) => {
    const operation = routeOperation(request);
    // The router takes `templates` for an id if a method only has the path with a variable.
    const isMisrouted = operation?.path.includes(':') && fixedPaths.has(request.url.split('?', 1)[0] ?? '');
    if (request.is404 || isMisrouted) return handleUnknown(request, reply);
    if (operation) request.setDecorator('restContext', await createContext(request, operation, reply));
    return undefined;
  });
  for (const operation of operations) {
    const { method, path: url, bodyLimit, takesForm } = operation;
    scope.route({
      method,
      url,
      bodyLimit,
      constraints: takesForm ? { [BODY_FORM]: 'multipart' } : {},
      config: { operation, access: 'key', ...(takesForm ? { longBody: FORM_TYPE } : {}) },
      handler: createHandler(operation, options, closing.signal),
    });
  }
}

/** Creates the handler of an operation. The caller of a GET may revalidate the response that it holds. */
function createHandler(operation: RestOperation, options: RestOptions, closing: AbortSignal): RouteHandlerMethod {
  const isRead = operation.method === 'GET';
  return async (request, reply) => {
    if (isRead) options.onRead?.();
    reportIgnored(request, reply, operation, getRestContext(request).isStrict);
    if ((operation.follows || operation.streams) && acceptsEvents(request)) {
      const input = rawInput(request, operation);
      return operation.follows
        ? followOperation(reply, operation, { input, closing })
        : streamOperation(reply, operation, input);
    }
    if (isRead) return handleRead(operation, options, reply);
    const text = await execute(operation, options, reply);
    return sendJson(reply.header('cache-control', 'no-store'), text);
  };
}

async function handleRead(operation: RestOperation, options: RestOptions, reply: FastifyReply): Promise<FastifyReply> {
  const { request } = reply;
  const lookup = {
    request: `${operation.name} ${request.url}`,
    topics: operation.topics,
    isHeld: createTagMatcher(request.headers['if-none-match']),
  };
  const cached = await options.responses?.begin(lookup, getRestContext(request));
  if (cached?.hit) return sendCacheable(reply, cached.hit.tag, cached.hit.body);
  const text = await execute(operation, options, reply);
  const tag = entityTag(text);
  return sendCacheable(reply, tag, cached?.store(tag, text) ?? text);
}

/** Creates a test for the tags that the caller holds. `*` matches none: only the operation tells whether there is a response. */
function createTagMatcher(ifNoneMatch: string | undefined): ((tag: string) => boolean) | undefined {
  if (ifNoneMatch === undefined) return undefined;
  return ifNoneMatch.trim() === '*' ? () => false : (tag) => matchesTag(ifNoneMatch, tag);
}

async function execute(
  operation: RestOperation,
  { runOnce, runList }: RestOptions,
  reply: FastifyReply,
): Promise<string> {
  const { request } = reply;
  const context = getRestContext(request);
  const input = rawInput(request, operation);
  const pick = operation.selectable && compilePick(input.query['fields'], operation.selectable);
  const run = async (runContext: RestContext): Promise<string> => {
    const text = await runOperation(operation, input, runContext, request.log);
    return pick ? pick(text) : text;
  };
  if (runList && operation.isPage) return runList(context, () => run(context));
  return runOnce ? runOnce(request, reply, { operation, input, context }, run) : run(context);
}

function getRestContext(request: FastifyRequest): RestContext {
  return request.getDecorator<RestContext>('restContext');
}

function rawInput(request: FastifyRequest, operation: RestOperation): RawInput {
  return {
    path: request.params as RawInput['path'],
    query: request.query as RawInput['query'],
    ifMatch: request.headers['if-match'],
    ...(operation.takesForm
      ? { body: undefined, form: request.body as RawInput['form'] & object }
      : { body: request.body }),
  };
}

/** The headers that a response depends on besides its URL. */
const VARY = 'X-Svc-API-Key, Authorization, X-Svc-Preview, X-Svc-Preview-Token';

/**
 * Responses depend on the key and the token and may change at any time, so only the caller may cache them and must
 * revalidate each time.
 * @param text null if the caller holds it
 */
function sendCacheable(reply: FastifyReply, tag: string, text: string | Buffer | null): FastifyReply {
  reply.header('etag', tag).header('cache-control', 'private, no-cache').header('vary', VARY);
  const isHeld = text === null || matchesTag(reply.request.headers['if-none-match'], tag);
  return isHeld ? reply.code(304).send() : sendJson(reply, text);
}

function sendJson(reply: FastifyReply, text: string | Buffer): FastifyReply {
  return reply.type('application/json; charset=utf-8').send(text);
}
