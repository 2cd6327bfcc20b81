import type { FastifyInstance } from 'fastify';
import type { GraphQLSchema } from 'graphql';
import { type Adapters, type Closing, EXTRACTION_SLOTS, openAdapters } from './adapters.ts';
import { Outbox } from './adapters/mailer/outbox.ts';
import type { Config } from './config.ts';
import { Database } from './database/database.ts';
import { type Features, createFeatures, entities, resolverClasses } from './features/features.ts';
import { rebuildIndex } from './features/knowledge/rebuild-index.ts';
import { buildApiSchema } from './graphql/build-schema.ts';
import { registerGraphQL } from './graphql/register-graphql.ts';
import { registerGraphQLStream } from './graphql/register-stream.ts';
import { refuseBeyondScopes } from './graphql/scopes.ts';
import { Authenticator } from './http/authenticate.ts';
import { registerOutboxPage } from './http/outbox-page.ts';
import { registerCdn } from './http/cdn.ts';
import { createServer } from './http/create-server.ts';
import { registerHealth } from './http/health.ts';
import { registerUploads } from './http/uploads.ts';
import { RateLimits } from './http/rate-limit.ts';
import { registerApiDocs } from './rest/http/api-docs.ts';
import { registerRest } from './rest/http/register-rest.ts';
import type { RestOperation } from './rest/operation.ts';
import { REST_PREFIX, describeRest, loadRest } from './rest/rest-api.ts';
import { ServiceError } from './shared/errors.ts';
import { keptSecret } from './shared/kept-secret.ts';
import type { Logger } from './shared/logger.ts';
import { SecretBox } from './shared/secret-box.ts';

/** How long running requests and jobs may take to finish once the service is asked to stop. */
const STOP_GRACE_MS = 8_000;
const JOB_SLOTS = 4;

export interface App {
  server: FastifyInstance;
  database: Database;
  features: Features;
  adminKey: string;
  ports: Adapters;
  /** Which adapter each port uses, for people to read. */
  adapters: Readonly<Record<string, string>>;
  /** Finishes what runs, hands back what does not end in time, and closes everything. */
  stop(): Promise<void>;
}

/** Puts the service together: config → adapters → features → server. Listening is the caller's. */
export async function createApp(config: Config, log: Logger): Promise<App> {
  const closing: Closing = [];
  try {
    return await compose(config, log, closing);
  } catch (error) {
    await closeAll(closing);
    throw error;
  }
}

async function compose(config: Config, log: Logger, closing: Closing): Promise<App> {
  const adapters = await openAdapters(config, log, closing);
  const database = await Database.connect(adapters.database, entities);
  closing.push(() => database.close());
  const adminKey = config.adminKey ?? keptSecret(config.dataDir, 'admin-key');
  const secrets = new SecretBox(config.encryptionKey ?? keptSecret(config.dataDir, 'encryption-key'));

  const features = createFeatures({
    ...adapters,
    ...{
      database,
      secrets,
      log,
      jobSlots: JOB_SLOTS,
      extractionSlots: EXTRACTION_SLOTS,
      traceDays: config.agent.traceDays,
    },
    files: { cdnUrl: config.server.cdnUrl, grantSeconds: config.files.uploadSeconds },
  });
  if (adapters.emptyIndex) {
    const { chunks, sources } = await rebuildIndex(database, adapters.index, adapters.embedder, features.jobs);
    await adapters.emptyIndex.confirmFed();
    if (chunks + sources > 0) log.info({ chunks, sources }, 'the vector index was rebuilt from the database');
  }

  const schema = await buildApiSchema(resolverClasses, features.resolvers);
  const server = createServer(log, config.trustedProxies);
  const limits = new RateLimits(adapters.limiter, config.rateLimits.plans);
  const authenticator = new Authenticator(database, features.keys, adminKey, adapters.tokens, secrets, limits);
  const dependencies = {
    database: () => database.check(),
    'vector index': () => adapters.index.check(),
    'file storage': () => adapters.storage.check(),
  };
  registerHealth(server, dependencies, log);
  registerCdn(server, features.assets.deliveries);
  if (adapters.storage.redeemer) registerUploads(server, features.assets.uploads, adapters.storage.redeemer);
  await registerGraphQL(server, {
    schema,
    createContext: (request, reply) => authenticator.context(request, reply),
    introspection: config.graphql.introspection,
    log,
  });
  registerGraphQLStream(server, {
    schema,
    createContext: (request, reply) => authenticator.context(request, reply),
    log,
  });
  mountRest(server, schema, loadRest(schema), authenticator);
  if (config.isLocal && adapters.mailer instanceof Outbox) registerOutboxPage(server, adapters.mailer);

  await features.runner.start({ alone: config.database === undefined });
  // What a dead worker held has been put back by then.
  await features.fileRunner.start({ alone: false });
  return {
    server,
    database,
    features,
    adminKey,
    ports: adapters,
    adapters: adapters.names,
    async stop() {
      // Side by side: requests and jobs have the same few seconds to finish.
      const runners = [features.runner, features.fileRunner].map((runner) => runner.stop(STOP_GRACE_MS));
      await Promise.all([server.close(), ...runners]);
      await closeAll(closing);
    },
  };
}

function mountRest(
  server: FastifyInstance,
  schema: GraphQLSchema,
  operations: readonly RestOperation[],
  authenticator: Authenticator,
): void {
  registerRest(server, {
    operations,
    schema,
    prefix: REST_PREFIX,
    createContext: async (request, operation, reply) => {
      const context = await authenticator.context(request, reply);
      // The form endpoint has its own words for the same refusal.
      const missing = operation.errorEnvelope === 'errorOnly' ? 'API key is required' : 'API key required';
      if (!context.caller.viewer) throw new ServiceError('UNAUTHENTICATED', missing);
      refuseBeyondScopes(operation.definition, context);
      return context;
    },
  });
  registerApiDocs(server, describeRest(operations, schema), REST_PREFIX);
}

async function closeAll(closing: Closing): Promise<void> {
  for (const close of closing.toReversed()) await close();
}
