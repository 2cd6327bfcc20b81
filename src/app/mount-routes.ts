import type { FastifyInstance } from 'fastify';
import type { GraphQLSchema } from 'graphql';
import type { Adapters } from './open-adapters.ts';
import { Outbox } from '../adapters/mailer/outbox.ts';
import type { Config } from '../config.ts';
import type { Database } from '../database/database.ts';
import type { Features } from '../features/features.ts';
import { RequestContext } from '../api/request-context.ts';
import { registerGraphQL } from '../graphql/server/register-graphql.ts';
import { registerSiteGraphQL } from '../graphql/server/register-site-graphql.ts';
import { siteCacheBasis } from '../features/site/cache-basis.ts';
import { registerAuth } from '../http/routes/auth-routes.ts';
import { BodyMemory } from '../http/gate/body-memory.ts';
import { registerCdn } from '../http/routes/cdn.ts';
import { registerDashboard } from '../http/routes/dashboard.ts';
import { admittedContext, registerGate } from '../http/gate/gate.ts';
import { registerHealth } from '../http/routes/health.ts';
import { idempotentRunner } from '../http/routes/idempotency-key.ts';
import { registerInternalJobs } from '../http/routes/internal-jobs.ts';
import { registerOutboxPage } from '../http/routes/outbox-page.ts';
import { OpenRequests } from '../http/gate/open-requests.ts';
import { RateLimits } from '../http/gate/rate-limit.ts';
import { RequestSlots } from '../http/gate/request-slots.ts';
import type { ExhaustedAddresses } from '../http/gate/exhausted-addresses.ts';
import { registerStartPage } from '../http/routes/start-page.ts';
import { registerResumableUploads } from '../http/routes/resumable-uploads.ts';
import { registerUploads } from '../http/routes/uploads.ts';
import { loadTools } from '../mcp/load-tools.ts';
import { registerLlms } from '../mcp/register-llms.ts';
import { registerMcp } from '../mcp/register-mcp.ts';
import { registerResourceMetadata } from '../mcp/resource-metadata.ts';
import { registerApiDocs } from '../rest/http/api-docs.ts';
import type { ExecutionOptions } from '../graphql/execution/execution-options.ts';
import { ResponseCache } from '../graphql/execution/response-cache.ts';
import { registerRest } from '../rest/http/register-rest.ts';
import { REST_PREFIX, describeRest, loadRest } from '../rest/rest-api.ts';
import { currentDeadline } from '../shared/deadline.ts';
import { ServiceError } from '../shared/errors.ts';
import { FairQueue } from '../shared/fair-queue.ts';
import type { Logger } from '../shared/log/logger.ts';
import type { Startup } from './startup.ts';

/** What the routes lead to. */
export interface MountedParts {
  config: Config;
  log: Logger;
  adapters: Adapters;
  database: Database;
  features: Features;
  schema: GraphQLSchema;
  /** The schema that GraphQL serves. */
  graphqlSchema: GraphQLSchema;
  /** The schema of the caller's site. */
  siteSchema: (context: RequestContext, types: readonly string[] | null) => Promise<GraphQLSchema>;
  startup: Startup;
  exhausted: ExhaustedAddresses;
}

/** Registers the gate, then every route. */
export async function mountRoutes(server: FastifyInstance, parts: MountedParts): Promise<void> {
  const { config, adapters, features } = parts;
  const limits = mountGate(server, parts);
  mountHealth(server, parts, limits);
  const { publicUrl, cdnUrl } = config.server;
  const hasDashboard = registerDashboard(server, fileOrigins(publicUrl, cdnUrl, config.files.bucket));
  registerStartPage(server, REST_PREFIX, hasDashboard);
  registerAuth(server, { signIn: features.accounts, limits, publicUrl });
  mountFiles(server, parts, limits);
  const execution = {
    responses: new ResponseCache(siteCacheBasis()),
    runList: listRunner(),
    onRead: () => parts.database.writeThrottle.noteRead(),
  };
  await mountGraphQL(server, parts, execution);
  mountRest(server, parts, execution);
  const mcp = { tools: loadTools(parts.schema), contextOf: admittedContext, publicUrl };
  registerMcp(server, mcp);
  registerResourceMetadata(server, publicUrl);
  registerLlms(server, mcp);
  if (config.isLocal && adapters.mailer instanceof Outbox) registerOutboxPage(server, adapters.mailer);
  if (adapters.queue.sender) registerInternalJobs(server, features.deliveries, adapters.queue.sender);
}

/** Where file URLs lead and uploads go. */
function fileOrigins(publicUrl: string, cdnUrl: string, bucket: string | undefined): string[] {
  const storage = bucket === undefined ? [] : ['https://storage.googleapis.com'];
  return [...new Set([new URL(publicUrl).origin, new URL(cdnUrl).origin, ...storage])];
}

async function mountGraphQL(
  server: FastifyInstance,
  { config, log, graphqlSchema, siteSchema }: MountedParts,
  execution: ExecutionOptions,
): Promise<void> {
  await registerGraphQL(server, {
    schema: graphqlSchema,
    getContext: admittedContext,
    introspection: config.graphql.introspection,
    log,
    ...execution,
  });
  registerSiteGraphQL(server, { getContext: admittedContext, getSchema: siteSchema, log });
}

function mountGate(server: FastifyInstance, parts: MountedParts): RateLimits {
  const { config, log, adapters, features, startup, exhausted } = parts;
  const { ingress, rateLimits } = config;
  const budgets = {
    plans: rateLimits.plans,
    keylessPerMinute: ingress.keylessPerMinute,
    signInsPerAddress: ingress.signInsPerMinute,
  };
  const limits = new RateLimits(adapters.limiter, budgets, exhausted);
  const open = new OpenRequests(log);
  features.keys.onRevocation(() => open.checkAll());
  server.addHook('onClose', async () => open.close());
  registerGate(server, {
    open,
    authentication: features.authentication,
    limits,
    publicUrl: config.server.publicUrl,
    slots: new RequestSlots(ingress.requests),
    bodies: new BodyMemory(ingress.bodyMemoryBytes),
    assertStarted: () => startup.assertDone(),
  });
  return limits;
}

function mountHealth(
  server: FastifyInstance,
  { config, log, adapters, database, features, startup }: MountedParts,
  limits: RateLimits,
): void {
  const needed = {
    database: async () => {
      startup.assertDone();
      await database.check();
    },
    'vector index': () => features.vectors.active.index.check(),
    'file storage': () => adapters.storage.check(),
  };
  const helpful = {
    ...(adapters.space.watchIndex ? { 'vectors of the index': () => features.reconciling.checkReach() } : {}),
    ...(config.rateLimits.redisUrl ? { 'rate limiter': () => adapters.limiter.check() } : {}),
  };
  const missing = { 'media tools': adapters.media.missing };
  const failureReason = () => databaseFailure(config, database);
  registerHealth(server, { needed, helpful, missing, failureReason }, limits, log);
}

/** Only an embedded database: an external one would not become reachable by restarting this process. */
function databaseFailure(
  { database: external, embeddedDatabaseSeconds }: Config,
  { outageMs }: Database,
): string | null {
  if (external !== undefined || outageMs <= embeddedDatabaseSeconds * 1_000) return null;
  return `The embedded database has not answered for ${Math.round(outageMs / 1_000)} seconds`;
}

/**
 * Runs two lists at a time, so that the many lists of one site delay those of others by two at most: one waits for the
 * database while the other is written. One that takes longer waits for the database alone.
 */
function listRunner(): NonNullable<ExecutionOptions['runList']> {
  // Requests are limited before.
  const queue = new FairQueue({ slots: 2, maxHeldMs: 50, waiting: Infinity });
  return (context, list) => queue.run({ site: requestSite(context), signal: currentDeadline()?.signal }, list);
}

function requestSite(context: unknown): string {
  return (context instanceof RequestContext && context.caller.viewer?.site.id) || '';
}

function mountFiles(server: FastifyInstance, { config, adapters, features }: MountedParts, limits: RateLimits): void {
  registerCdn(server, features.assets.deliveries, config.files.cacheSeconds);
  const { uploads, resumableUploads } = features.assets;
  registerResumableUploads(server, { uploads: resumableUploads, redeemer: adapters.resumable, limits });
  if (adapters.storage.redeemer) registerUploads(server, uploads, adapters.storage.redeemer, limits);
}

function mountRest(
  server: FastifyInstance,
  { config, features, schema }: MountedParts,
  execution: ExecutionOptions,
): void {
  const operations = loadRest(schema);
  registerRest(server, {
    operations,
    prefix: REST_PREFIX,
    runOnce: idempotentRunner(features.idempotency),
    ...execution,
    createContext: async (request, operation) => {
      const context = admittedContext(request);
      if (!context.caller.viewer) throw new ServiceError('UNAUTHENTICATED', operation.missingKey);
      for (const scope of operation.scopes) context.requireScope(scope);
      return context;
    },
  });
  registerApiDocs(server, () => describeRest(operations, schema, config.server.publicUrl), REST_PREFIX);
}
