import type { FastifyInstance } from 'fastify';
import type { GraphQLSchema } from 'graphql';
import { createCohereEmbedder } from './adapters/embedder/cohere.ts';
import { createLocalEmbedder } from './adapters/embedder/local.ts';
import { openEmbeddedVectorIndex } from './adapters/vector-index/embedded.ts';
import { createTokenVerifierByIssuer } from './adapters/token-verifier/by-issuer.ts';
import { createFirebaseTokenVerifier } from './adapters/token-verifier/firebase.ts';
import { createLocalTokenVerifier } from './adapters/token-verifier/local.ts';
import { startEmbeddedPostgres } from './adapters/database/embedded.ts';
import type { Config } from './config.ts';
import { Database } from './database/database.ts';
import { migrate, pendingMigrations } from './database/migrate.ts';
import type { DatabaseConnection } from './database/connection.ts';
import { type Features, createFeatures, entities, resolverClasses } from './features/features.ts';
import { rebuildIndex } from './features/knowledge/rebuild-index.ts';
import { buildApiSchema } from './graphql/build-schema.ts';
import { refuseBeyondScopes } from './graphql/scopes.ts';
import { registerGraphQL } from './graphql/register-graphql.ts';
import { Authenticator } from './http/authenticate.ts';
import { createServer } from './http/create-server.ts';
import { registerHealth } from './http/health.ts';
import { registerApiDocs } from './rest/http/api-docs.ts';
import { registerRest } from './rest/http/register-rest.ts';
import type { RestOperation } from './rest/operation.ts';
import type { TokenVerifier } from './ports/token-verifier.ts';
import { REST_PREFIX, describeRest, loadRest } from './rest/rest-api.ts';
import { ServiceError } from './shared/errors.ts';
import { TOKEN_SECRET, keptSecret } from './shared/kept-secret.ts';
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
  /** Which adapter each port uses, for people to read. */
  adapters: Readonly<Record<string, string>>;
  /** Finishes what runs, hands back what does not end in time, and closes everything. */
  stop(): Promise<void>;
}

/** Puts the service together: config → adapters → features → server. Listening is the caller's. */
export async function createApp(config: Config, log: Logger): Promise<App> {
  const closing: (() => Promise<unknown>)[] = [];
  try {
    return await compose(config, log, closing);
  } catch (error) {
    await closeAll(closing);
    throw error;
  }
}

async function compose(config: Config, log: Logger, closing: (() => Promise<unknown>)[]): Promise<App> {
  const connection = await openDatabase(config, log, closing);
  const database = await Database.connect(connection, entities);
  closing.push(() => database.close());
  const embedder = config.cohere ? createCohereEmbedder(config.cohere) : createLocalEmbedder();
  const { index, rebuilt } = await openEmbeddedVectorIndex({
    dir: `${config.dataDir}/vectors`,
    dimensions: embedder.dimensions,
    model: embedder.model,
  });
  closing.push(() => index.close());
  const adminKey = config.adminKey ?? keptSecret(config.dataDir, 'admin-key');
  const secrets = new SecretBox(config.encryptionKey ?? keptSecret(config.dataDir, 'encryption-key'));

  const features = createFeatures({ database, index, embedder, secrets, log, jobSlots: JOB_SLOTS });
  if (rebuilt) await refill(database, index, embedder, features.jobs, log);
  const schema = await buildApiSchema(resolverClasses, features.resolvers);
  const operations = loadRest(schema);

  const server = createServer(log);
  const tokens = createTokens(config);
  closing.push(() => tokens.close());
  const authenticator = new Authenticator(database, features.keys, adminKey, tokens, secrets);
  registerHealth(server, { database: () => database.check(), 'vector index': () => index.check() }, log);
  await registerGraphQL(server, {
    schema,
    createContext: (request) => authenticator.context(request),
    introspection: config.graphql.introspection,
    log,
  });
  mountRest(server, schema, operations, authenticator);
  await features.runner.start({ alone: config.database === undefined });
  closing.push(() => features.runner.stop(STOP_GRACE_MS));
  return {
    server,
    database,
    features,
    adminKey,
    adapters: {
      database: config.database ? 'PostgreSQL at DATABASE_URL' : `embedded PostgreSQL in ${config.dataDir}`,
      'vector index': `embedded in ${config.dataDir}`,
      embedder: embedder.model,
      'token verifier': config.identity.localTokens ? 'local and Firebase' : 'Firebase',
      'job queue': 'local, on the database',
    },
    async stop() {
      await server.close();
      await closeAll(closing);
    },
  };
}

/** Outside production, tokens that this installation signs itself count too. */
function createTokens({ identity, dataDir }: Config): TokenVerifier {
  const firebase = createFirebaseTokenVerifier({ emulator: identity.emulator });
  if (!identity.localTokens) return firebase;
  const local = createLocalTokenVerifier({ secret: keptSecret(dataDir, TOKEN_SECRET) });
  return createTokenVerifierByIssuer({ local, firebase });
}

/** Locally migrations run at start; in production they ran before, or the service does not start. */
async function openDatabase(
  config: Config,
  log: Logger,
  closing: (() => Promise<unknown>)[],
): Promise<DatabaseConnection> {
  if (config.database) {
    const connection = config.database;
    if (!config.production) await migrate(connection);
    const pending = config.production ? await pendingMigrations(connection) : [];
    if (pending.length > 0) throw new Error(`Run \`npm run migrate\` first: ${pending.join(', ')} has not run`);
    return connection;
  }
  const postgres = await startEmbeddedPostgres({
    dataDir: `${config.dataDir}/postgres`,
    log: (line) => log.info({ component: 'postgres' }, line),
  });
  closing.push(() => postgres.stop());
  const { host, port, user, database } = postgres;
  await migrate({ host, port, user, database });
  return { host, port, user, database };
}

async function refill(...[database, index, embedder, jobs, log]: [...Parameters<typeof rebuildIndex>, Logger]) {
  const { chunks, sources } = await rebuildIndex(database, index, embedder, jobs);
  if (chunks + sources > 0) log.info({ chunks, sources }, 'the vector index was rebuilt from the database');
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
    createContext: async (request, operation) => {
      const context = await authenticator.context(request);
      if (!context.caller.viewer) throw new ServiceError('UNAUTHENTICATED', 'API key required');
      refuseBeyondScopes(operation.definition, context);
      return context;
    },
  });
  registerApiDocs(server, describeRest(operations, schema), REST_PREFIX);
}

async function closeAll(closing: (() => Promise<unknown>)[]): Promise<void> {
  for (const close of closing.toReversed()) await close();
}
