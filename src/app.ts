import {
  type Adapters,
  type CloseHandlers,
  EXTRACTION_SLOTS,
  EXTRACTION_SLOTS_PER_SITE,
  type OpenOptions,
  openAdapters,
} from './app/open-adapters.ts';
import { DEFAULT_MODEL } from './adapters/embedder/onnx/default-model.ts';
import { fetchInBackground, storedModel } from './adapters/embedder/onnx/model-store.ts';
import { hasOnnxRuntime } from './adapters/embedder/onnx/runtime.ts';
import { boundByDeadline } from './adapters/bound-by-deadline.ts';
import type { Config } from './config.ts';
import { Database } from './database/database.ts';
import { createFeatures, entities, resolverClasses } from './features/features.ts';
import type { JobRunner } from './features/job/job-runner.ts';
import { queueDepth } from './features/job/queue-depth.ts';
import { SiteSchemas } from './features/site-schema/site-schemas.ts';
import { buildApiSchema } from './graphql/schema/build-schema.ts';
import { withNullableRoots } from './graphql/schema/nullable-roots.ts';
import { createServer } from './http/server/create-server.ts';
import { awaitDispatchedJobs } from './http/routes/internal-jobs.ts';
import { ExhaustedAddresses } from './http/gate/exhausted-addresses.ts';
import { listProviders } from './app/open-models.ts';
import { mountRoutes } from './app/mount-routes.ts';
import { deriveSessionSecret } from './features/user/session-token.ts';
import { readFragment } from './rest/rest-api.ts';
import { derivedSecret, storedSecret } from './shared/stored-secret.ts';
import type { Logger } from './shared/log/logger.ts';
import { SecretBox } from './shared/secret-box.ts';
import { Startup } from './app/startup.ts';
import { startSteps } from './app/start-steps.ts';
import { observedAdapters } from './telemetry/adapters.ts';
import { observeRootFields } from './telemetry/graphql.ts';
import { observeEmbedding, observeQueue, observeReach } from './telemetry/gauges.ts';
import { startTelemetry } from './telemetry/telemetry.ts';

/** How long running requests and jobs may take to finish after the service was asked to stop. */
const STOP_GRACE_MS = 8_000;

export type App = Awaited<ReturnType<typeof compose>>;

export interface AppOptions extends OpenOptions {
  /**
   * The start waits for it before anything that one process at a time may do: opening the embedded index, migrating,
   * running jobs.
   */
  turn?: () => Promise<void>;
}

/** Composes the service: config → adapters → features → server. The caller starts listening. */
export async function createApp(config: Config, log: Logger, options: AppOptions = {}): Promise<App> {
  const closeHandlers: CloseHandlers = [];
  try {
    return await compose(config, log, closeHandlers, options);
  } catch (error) {
    await closeAll(closeHandlers);
    throw error;
  }
}

async function compose(config: Config, log: Logger, closeHandlers: CloseHandlers, options: AppOptions) {
  const telemetry = await startTelemetry(config.telemetry && { ...config.telemetry, project: config.log.project }, log);
  closeHandlers.push(() => telemetry.stop());
  const opened = boundByDeadline(await openAdapters(config, log, closeHandlers, options));
  const adapters = telemetry.isOn ? observedAdapters(opened, listProviders(config)) : opened;
  const database = await Database.connect(adapters.database, entities, { poolSize: config.databasePoolSize, log });
  closeHandlers.push(() => database.close());
  const adminKey = config.adminKey ?? storedSecret(config.dataDir, 'admin-key');
  const encryptionKey = config.encryptionKey ?? storedSecret(config.dataDir, 'encryption-key');
  const secrets = new SecretBox(encryptionKey);
  const features = createFeatures({
    ...adapters,
    ...featureOptions(config),
    itemFragment: readFragment('content/ContentItem'),
    database,
    secrets,
    adminKey,
    sessionSecret: deriveSessionSecret(encryptionKey),
    log,
  });
  closeHandlers.push(() => features.vectors.stop());
  closeHandlers.push(async () => features.outages.stop());
  closeHandlers.push(() => features.toolCalls.flush());
  const schema = await buildApiSchema(resolverClasses, features.resolvers);
  observeRootFields(schema);
  const graphqlSchema = withNullableRoots(schema);
  const siteSchemas = new SiteSchemas(graphqlSchema, features.assets.assets);
  const startup = new Startup(log);
  const exhausted = new ExhaustedAddresses(log, config.trustedProxies);
  const server = openServer(config, log, adapters, exhausted);
  await mountRoutes(server, {
    config,
    log,
    adapters,
    database,
    features,
    schema,
    graphqlSchema,
    siteSchema: ({ viewerOrAnonymous }, types) => siteSchemas.get(viewerOrAnonymous, types),
    startup,
    exhausted,
  });
  await server.ready();
  await options.turn?.();
  observeQueue(() => queueDepth(database.system));
  observeReach(() => features.reconciling.unreachableSites);
  observeEmbedding(() => features.vectors.progress());
  const isFetched = config.embedding.isFetched && hasOnnxRuntime() && storedModel(config.dataDir) === undefined;
  const fetchModel = isFetched ? () => void fetchInBackground(adapters.egress, config.dataDir, log) : null;
  await adapters.space.openIndex();
  await startup.begin(startSteps(adapters, database, features, config, log));
  return {
    server,
    /** The start, which is pending as long as a dependency of it is not reachable. */
    startup,
    database,
    features,
    adminKey,
    ports: adapters,
    /** Names of the adapters in use, for the start message. Known when the start is complete. */
    get adapters(): Readonly<Record<string, string>> {
      return { ...adapters.names, embedder: `${features.vectors.describe()}${fetchModel ? FETCHING : ''}` };
    },
    telemetry,
    /** Starts to fetch an embedding model for the next start; null if none is to be fetched. */
    fetchModel,
    /** Finishes running work, returns unfinished jobs to the queue, and closes everything. */
    async stop(): Promise<void> {
      const { runners } = features;
      startup.stop();
      // Stopped in parallel: requests and jobs share the same few seconds to finish.
      // A video or a change of the embedding model takes longer than that, and continues where it was.
      const isLong = (runner: JobRunner) => runner === runners.videos || runner === runners.index;
      const graceMs = (runner: JobRunner) => (isLong(runner) ? 0 : STOP_GRACE_MS);
      const stopped = Object.values(runners).map((runner) => runner.stop(graceMs(runner)));
      await Promise.all([server.close(), ...stopped]);
      await closeAll(closeHandlers);
    },
  };
}

const MEGABYTES = Math.round(DEFAULT_MODEL.files.reduce((sum, { bytes }) => sum + bytes, 0) / 1e6);
const FETCHING = `; ${DEFAULT_MODEL.name} (${MEGABYTES} MB) is fetched for the next start, unless EMBED_MODEL=lexical`;

function featureOptions({ agent, server, files, jobs, rateLimits, encryptionKey, dataDir, isLocal, sso }: Config) {
  return {
    isLocal,
    requestsPerMinute: rateLimits.plans,
    traceDays: agent.traceDays,
    modelPrices: agent.prices,
    chatDeadlineMs: agent.deadlineMs,
    fileUrls: {
      cdnUrl: server.cdnUrl,
      grantSeconds: files.uploadSeconds,
      urlSeconds: files.urlSeconds,
      // Every instance must accept signatures of the other instances.
      urlSecret: encryptionKey ? derivedSecret(encryptionKey, 'file URLs') : storedSecret(dataDir, 'file-url-secret'),
    },
    videoFolder: `${dataDir}/videos`,
    limits: runnerLimits(jobs),
    publicUrl: server.publicUrl,
    sso,
  };
}

function runnerLimits({ maxMs, longMaxMs }: Config['jobs']) {
  return {
    main: { slots: 4, maxAttemptMs: maxMs },
    /** A batch of 200 items takes less than a second. */
    timed: { slots: 4, batchSize: 200, maxAttemptMs: maxMs },
    files: { slots: EXTRACTION_SLOTS, slotsPerSite: EXTRACTION_SLOTS_PER_SITE, maxAttemptMs: longMaxMs },
    /** Each can use several processors. */
    videos: { slots: 2, slotsPerSite: 1, maxAttemptMs: longMaxMs },
    index: { slots: 1, maxAttemptMs: longMaxMs },
    /** They mostly wait for endpoints: while one does not answer, its job leaves its slot to others. */
    webhooks: { slots: 64, slotsPerSite: 4, maxWithoutSlot: 256, maxAttemptMs: maxMs },
  };
}

function openServer(
  { trustedProxies, ingress, server: { deadlineMs } }: Config,
  log: Logger,
  { queue }: Adapters,
  exhausted: ExhaustedAddresses,
) {
  const server = createServer(log, {
    proxies: trustedProxies,
    connections: ingress.connections,
    slowBodyMs: ingress.slowBodySeconds * 1_000,
    deadlineMs,
    exhausted,
  });
  if (queue.sender) awaitDispatchedJobs(server, queue);
  return server;
}

async function closeAll(closeHandlers: CloseHandlers): Promise<void> {
  for (const close of closeHandlers.toReversed()) await close();
}
