import type { FastifyInstance } from 'fastify';
import type { GraphQLSchema } from 'graphql';
import {
  type Adapters,
  type Closing,
  EXTRACTION_SLOTS,
  EXTRACTION_SLOTS_PER_SITE,
  type OpenOptions,
  openAdapters,
} from './adapters.ts';
import { boundByDeadline } from './adapters/bound-by-deadline.ts';
import { Outbox } from './adapters/mailer/outbox.ts';
import type { Config } from './config.ts';
import { Database } from './database/database.ts';
import { type Features, createFeatures, entities, resolverClasses } from './features/features.ts';
import { queueDepth } from './features/job/queue-depth.ts';
import { buildApiSchema } from './graphql/build-schema.ts';
import { registerGraphQL } from './graphql/register-graphql.ts';
import { Authenticator } from './http/authenticate.ts';
import { BodyMemory } from './http/body-memory.ts';
import { registerOutboxPage } from './http/outbox-page.ts';
import { registerCdn } from './http/cdn.ts';
import { createServer } from './http/create-server.ts';
import { admittedContext, registerGate } from './http/gate.ts';
import { answerOnceDispatched, registerInternalJobs } from './http/internal-jobs.ts';
import { registerHealth } from './http/health.ts';
import { registerStartPage } from './http/start-page.ts';
import { runOncePerKey } from './http/idempotency-key.ts';
import { registerUploads } from './http/uploads.ts';
import { RateLimits } from './http/rate-limit.ts';
import { RequestSlots } from './http/request-slots.ts';
import { registerApiDocs } from './rest/http/api-docs.ts';
import { type RunOnce, registerRest } from './rest/http/register-rest.ts';
import type { RestOperation } from './rest/operation.ts';
import { REST_PREFIX, describeRest, loadRest } from './rest/rest-api.ts';
import { ServiceError } from './shared/errors.ts';
import { derivedSecret, keptSecret } from './shared/kept-secret.ts';
import type { Logger } from './shared/logger.ts';
import { SecretBox } from './shared/secret-box.ts';
import { Startup } from './shared/startup.ts';
import { startSteps } from './start-steps.ts';
import { observedAdapters } from './telemetry/adapters.ts';
import { observeRootFields } from './telemetry/graphql.ts';
import { observeReach } from './telemetry/index-reach.ts';
import { observeQueue } from './telemetry/queue.ts';
import type { Telemetry } from './telemetry/settings.ts';
import { startTelemetry } from './telemetry/telemetry.ts';

/** How long running requests and jobs may take to finish after the service was asked to stop. */
const STOP_GRACE_MS = 8_000;
const RUNNER_SLOTS = {
  main: { slots: 4 },
  files: { slots: EXTRACTION_SLOTS, slotsPerSite: EXTRACTION_SLOTS_PER_SITE },
  index: { slots: 1 },
};

export interface App {
  server: FastifyInstance;
  database: Database;
  features: Features;
  /** Pending as long as a dependency of the start is not reachable. */
  startup: Startup;
  adminKey: string;
  ports: Adapters;
  /** Names of the adapters in use, for the start message. */
  adapters: Readonly<Record<string, string>>;
  telemetry: Telemetry;
  /** Finishes running work, returns unfinished jobs to the queue, and closes everything. */
  stop(): Promise<void>;
}

export interface AppOptions extends OpenOptions {
  /** Awaited before anything that one process at a time may do: opening the embedded index, migrating, running jobs. */
  turn?: () => Promise<void>;
}

/** Composes the service: config → adapters → features → server. The caller starts listening. */
export async function createApp(config: Config, log: Logger, options: AppOptions = {}): Promise<App> {
  const closing: Closing = [];
  try {
    return await compose(config, log, closing, options);
  } catch (error) {
    await closeAll(closing);
    throw error;
  }
}

async function compose(config: Config, log: Logger, closing: Closing, options: AppOptions): Promise<App> {
  const telemetry = await startTelemetry(config.telemetry && { ...config.telemetry, project: config.log.project }, log);
  closing.push(() => telemetry.stop());
  const opened = boundByDeadline(await openAdapters(config, log, closing, options));
  const adapters = telemetry.isOn ? observedAdapters(opened, config.cohere ? 'cohere' : 'lectern') : opened;
  const database = await Database.connect(adapters.database, entities, { poolSize: config.databasePoolSize, log });
  closing.push(() => database.close());
  const adminKey = config.adminKey ?? keptSecret(config.dataDir, 'admin-key');
  const secrets = new SecretBox(config.encryptionKey ?? keptSecret(config.dataDir, 'encryption-key'));

  const features = createFeatures({
    ...adapters,
    database,
    secrets,
    log,
    traceDays: config.agent.traceDays,
    fileUrls: fileUrlOptions(config),
    slots: RUNNER_SLOTS,
  });
  closing.push(async () => features.outages.stop());
  const startup = new Startup(log);

  const schema = await buildApiSchema(resolverClasses, features.resolvers);
  observeRootFields(schema);
  const { ingress } = config;
  const server = createServer(log, {
    proxies: config.trustedProxies,
    connections: ingress.connections,
    slowBodyMs: ingress.slowBodySeconds * 1_000,
    deadlineMs: config.server.deadlineMs,
  });
  if (adapters.queue.sender) answerOnceDispatched(server, adapters.queue);
  const limits = new RateLimits(adapters.limiter, {
    plans: config.rateLimits.plans,
    keylessPerMinute: ingress.keylessPerMinute,
  });
  const authenticator = new Authenticator(database, features.keys, adminKey, adapters.tokens, secrets, limits);
  registerGate(server, {
    authenticator,
    limits,
    slots: new RequestSlots(ingress.requests),
    bodies: new BodyMemory(ingress.bodyMemoryBytes),
    assertStarted: () => startup.assertDone(),
  });
  const needed = {
    database: async () => {
      startup.assertDone();
      await database.check();
    },
    'vector index': () => adapters.index.check(),
    'file storage': () => adapters.storage.check(),
  };
  const limitMs = config.embeddedDatabaseSeconds * 1_000;
  // An external database would not become reachable by restarting this process.
  const sickness = () =>
    config.database === undefined && database.awayMs > limitMs
      ? `The embedded database has not answered for ${Math.round(database.awayMs / 1_000)} seconds`
      : null;
  const helpful = {
    ...(adapters.watchIndex ? { 'vectors of the index': () => features.reconciling.checkReach() } : {}),
    ...(config.rateLimits.redisUrl ? { 'rate limiter': () => adapters.limiter.check() } : {}),
  };
  registerHealth(server, { needed, helpful, sickness }, limits, log);
  registerStartPage(server, REST_PREFIX);
  registerCdn(server, features.assets.deliveries, config.files.cacheSeconds);
  if (adapters.storage.redeemer) registerUploads(server, features.assets.uploads, adapters.storage.redeemer);
  await registerGraphQL(server, {
    schema,
    createContext: async (request) => admittedContext(request),
    introspection: config.graphql.introspection,
    log,
  });
  mountRest(server, schema, loadRest(schema), runOncePerKey(features.idempotency));
  if (config.isLocal && adapters.mailer instanceof Outbox) registerOutboxPage(server, adapters.mailer);

  if (adapters.queue.sender) registerInternalJobs(server, features.deliveries, adapters.queue.sender);
  await server.ready();
  await options.turn?.();
  observeQueue(() => queueDepth(database.system));
  observeReach(() => features.reconciling.unreachableSites);
  await startup.begin(startSteps(adapters, await adapters.openIndex(), database, features, config, log));
  return {
    server,
    startup,
    database,
    features,
    adminKey,
    ports: adapters,
    adapters: adapters.names,
    telemetry,
    async stop() {
      startup.stop();
      // Stopped in parallel: requests and jobs share the same few seconds to finish.
      const runners = features.runners.map((runner) => runner.stop(STOP_GRACE_MS));
      await Promise.all([server.close(), ...runners]);
      await closeAll(closing);
    },
  };
}

function fileUrlOptions({ server, files, encryptionKey, dataDir }: Config) {
  return {
    cdnUrl: server.cdnUrl,
    grantSeconds: files.uploadSeconds,
    urlSeconds: files.urlSeconds,
    // Every instance has to accept what any of them has signed.
    urlSecret: encryptionKey ? derivedSecret(encryptionKey, 'file URLs') : keptSecret(dataDir, 'file-url-secret'),
  };
}

function mountRest(
  server: FastifyInstance,
  schema: GraphQLSchema,
  operations: readonly RestOperation[],
  runOnce: RunOnce,
): void {
  registerRest(server, {
    operations,
    schema,
    prefix: REST_PREFIX,
    runOnce,
    createContext: async (request, operation) => {
      const context = admittedContext(request);
      if (!context.caller.viewer) throw new ServiceError('UNAUTHENTICATED', operation.missingKey);
      for (const scope of operation.scopes) context.requireScope(scope);
      return context;
    },
  });
  registerApiDocs(server, describeRest(operations, schema), REST_PREFIX);
}

async function closeAll(closing: Closing): Promise<void> {
  for (const close of closing.toReversed()) await close();
}
