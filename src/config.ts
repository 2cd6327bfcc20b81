import { resolve } from 'node:path';
import type { Config } from './config/configuration.ts';
import { type Environment, describeError, readVariables } from './config/read.ts';
import { productionMistakes } from './config/safety.ts';
import { readCohere, readMail, readTasks, readWeaviate } from './config/services.ts';
import { VARIABLES, type Values } from './config/variables.ts';
import { productionWarnings } from './config/warnings.ts';
import type { DatabaseConnection } from './database/connection.ts';
import { StartError } from './shared/start-error.ts';

export type { Config } from './config/configuration.ts';
export { describeConfig } from './config/variables.ts';

/** Contains all mistakes of the environment, one sentence each. */
export class ConfigError extends StartError {
  override readonly name = 'ConfigError';
  readonly mistakes: readonly string[];

  constructor(mistakes: readonly string[]) {
    super(`The configuration is invalid:\n${mistakes.map((mistake) => `  - ${mistake}`).join('\n')}`);
    this.mistakes = mistakes;
  }
}

/**
 * Reads only its argument. An empty variable counts as unset.
 * @throws ConfigError with every mistake
 */
export function parseConfig(environment: Environment): Config {
  const reading = readVariables(environment);
  const { values, mistakes } = reading;
  const production = values.NODE_ENV === 'production';
  const cohere = readCohere(reading);
  const config: Config = {
    server: readServer(values),
    production,
    warnings: [],
    isLocal: !production && values.DATABASE_URL === undefined,
    dataDir: resolve(values.DATA_DIR),
    database: values.DATABASE_URL,
    databasePoolSize: values.DATABASE_POOL_SIZE,
    embeddedDatabaseSeconds: values.LIVE_WITHOUT_DATABASE_SECONDS,
    adminKey: values.ADMIN_KEY,
    encryptionKey: values.ENCRYPTION_KEY,
    cohere,
    weaviate: readWeaviate(reading),
    tasks: readTasks(reading),
    agent: {
      // In production the local language model, which only quotes passages, is not used as a default.
      enabled: values.AGENT === 'on' && (!production || cohere !== undefined),
      traceDays: values.TRACE_DAYS,
    },
    identity: { emulator: values.FIREBASE_AUTH_EMULATOR_HOST !== undefined, localTokens: !production },
    trustedProxies: values.TRUST_PROXY,
    rateLimits: {
      plans: {
        free: values.RATE_LIMIT_FREE_PER_MINUTE,
        pro: values.RATE_LIMIT_PRO_PER_MINUTE,
        enterprise: values.RATE_LIMIT_ENTERPRISE_PER_MINUTE,
      },
      redisUrl: values.REDIS_URL,
    },
    ingress: readIngress(values),
    mail: readMail(reading, production),
    ocrLanguages: values.OCR_LANGUAGES,
    files: {
      bucket: values.GCS_BUCKET,
      uploadSeconds: values.UPLOAD_URL_TTL_SECONDS,
      urlSeconds: values.FILE_URL_TTL_SECONDS,
      cacheSeconds: values.CDN_CACHE_SECONDS,
    },
    outboundAllowHosts: values.OUTBOUND_ALLOW_HOSTS,
    graphql: { introspection: values.GRAPHQL_INTROSPECTION ?? !production },
    log: { level: values.LOG_LEVEL, project: values.GOOGLE_CLOUD_PROJECT },
    telemetry: readTelemetry(values),
  };
  if (production) mistakes.push(...productionMistakes(config, environment));
  if (mistakes.length > 0) throw new ConfigError(mistakes);
  return production ? { ...config, warnings: productionWarnings(config, environment) } : config;
}

/**
 * Database settings for commands that need nothing else.
 * @throws ConfigError if DATABASE_URL is unset or invalid
 */
export function parseDatabase(environment: Environment): DatabaseConnection {
  const parsed = VARIABLES.DATABASE_URL.safeParse(environment['DATABASE_URL'] || undefined);
  if (parsed.data) return parsed.data;
  throw new ConfigError([
    parsed.error
      ? `DATABASE_URL ${describeError(parsed.error)}`
      : 'DATABASE_URL must be set: the embedded database is migrated at start',
  ]);
}

function readServer({ HOST: host, PORT: port, ...values }: Values): Config['server'] {
  const publicUrl = values.PUBLIC_URL ?? `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
  return {
    host,
    port,
    publicUrl,
    cdnUrl: values.CDN_URL ?? `${publicUrl}/cdn`,
    deadlineMs: values.REQUEST_TIMEOUT_SECONDS * 1_000,
  };
}

function readIngress(values: Values): Config['ingress'] {
  return {
    keylessPerMinute: values.RATE_LIMIT_KEYLESS_PER_MINUTE,
    requests: {
      total: values.MAX_REQUESTS,
      perSite: values.MAX_REQUESTS_PER_SITE,
      perAddress: values.MAX_REQUESTS_PER_ADDRESS,
    },
    connections: { total: values.MAX_CONNECTIONS, perAddress: values.MAX_CONNECTIONS_PER_ADDRESS },
    bodyMemoryBytes: values.BODY_MEMORY_MB * 2 ** 20,
    slowBodySeconds: values.SLOW_BODY_SECONDS,
  };
}

function readTelemetry(values: Values): Config['telemetry'] {
  const endpoint = values.OTEL_EXPORTER_OTLP_ENDPOINT;
  if (endpoint === undefined) return undefined;
  return {
    endpoint,
    sampler: { name: values.OTEL_TRACES_SAMPLER, ratio: values.OTEL_TRACES_SAMPLER_ARG },
    metricIntervalMs: values.OTEL_METRIC_EXPORT_INTERVAL,
  };
}
