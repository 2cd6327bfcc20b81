import { resolve } from 'node:path';
import { DEFAULT_PLAN_LIMITS } from '../shared/plan-limits.ts';
import { readChat, readEmbedModel, readModel, readVision } from './models.ts';
import type { ParsedVariables } from './read.ts';
import { readCohere, readMail, readSso, readTasks, readWeaviate } from './services.ts';
import type { Values } from './variables.ts';

export type Settings = ReturnType<typeof toConfiguration>;

export interface Config extends Settings {
  /** Valid settings that are probably unintended, one sentence each, for the log. */
  warnings: readonly string[];
}

/**
 * The values of the variables, which `variables.ts` describes, grouped by concern. A port without variables uses its
 * local adapter.
 */
export function toConfiguration(variables: ParsedVariables) {
  const { values } = variables;
  const production = values.NODE_ENV === 'production';
  const cohere = readCohere(variables);
  const chat = readChat(variables);
  return {
    server: readServer(values),
    production,
    /**
     * Whether everything is embedded, on a developer's machine: a new installation then gets a demo site and a start
     * message.
     */
    isLocal: !production && values.DATABASE_URL === undefined,
    dataDir: resolve(values.DATA_DIR),
    database: values.DATABASE_URL,
    databasePoolSize: values.DATABASE_POOL_SIZE,
    embeddedDatabaseSeconds: values.LIVE_WITHOUT_DATABASE_SECONDS,
    adminKey: values.ADMIN_KEY,
    encryptionKey: values.ENCRYPTION_KEY,
    cohere,
    chat,
    rerank: readModel('RERANK', variables),
    transcribe: readModel('TRANSCRIBE', variables),
    vision: readVision(variables),
    embedding: readEmbedding(variables, cohere !== undefined),
    weaviate: readWeaviate(variables),
    tasks: readTasks(variables),
    /** Maximum length of an attempt. */
    jobs: {
      maxMs: values.JOB_TIMEOUT_MINUTES * 60_000,
      longMaxMs: values.LONG_JOB_TIMEOUT_MINUTES * 60_000,
    },
    agent: {
      // In production the local language model, which only quotes passages, is not used as a default.
      enabled: values.AGENT === 'on' && (!production || (chat ?? cohere) !== undefined),
      /** True if sites may have language models of their own. */
      sitesMayChoose: values.AGENT === 'on' && values.SITE_MODELS === 'on',
      traceDays: values.TRACE_DAYS,
      deadlineMs: values.CHAT_TIMEOUT_SECONDS * 1_000,
      prices: values.MODEL_PRICES ?? new Map<string, never>(),
    },
    /** Local tokens are signed by this installation, for tests and demos. */
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
    planLimits: {
      free: { ...DEFAULT_PLAN_LIMITS.free, ...values.LIMITS_FREE },
      pro: { ...DEFAULT_PLAN_LIMITS.pro, ...values.LIMITS_PRO },
      enterprise: { ...DEFAULT_PLAN_LIMITS.enterprise, ...values.LIMITS_ENTERPRISE },
    },
    ingress: readIngress(values),
    mail: readMail(variables, production),
    sso: readSso(variables),
    ocrLanguages: values.OCR_LANGUAGES,
    ffmpegPath: values.FFMPEG_PATH,
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
}

function readServer({ HOST: host, PORT: port, ...values }: Values) {
  const publicUrl = values.PUBLIC_URL ?? `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
  return {
    host,
    port,
    publicUrl,
    cdnUrl: values.CDN_URL ?? `${publicUrl}/cdn`,
    deadlineMs: values.REQUEST_TIMEOUT_SECONDS * 1_000,
  };
}

function readEmbedding(variables: ParsedVariables, hasProvider: boolean) {
  const { values } = variables;
  const isOffline = values.HF_HUB_OFFLINE || values.TRANSFORMERS_OFFLINE;
  const isDevelopment = !['production', 'test'].includes(values.NODE_ENV) && values.DATABASE_URL === undefined;
  return {
    ...readEmbedModel(variables),
    /** True if a model is fetched in the background if there is none. */
    isFetched: values.EMBED_MODEL.kind === 'auto' && !hasProvider && isDevelopment && !isOffline,
  };
}

/** Limits on concurrent requests, connections and slow clients, per process. */
function readIngress(values: Values) {
  return {
    keylessPerMinute: values.RATE_LIMIT_KEYLESS_PER_MINUTE,
    signInsPerMinute: values.RATE_LIMIT_SIGN_IN_PER_MINUTE,
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

function readTelemetry(values: Values) {
  const endpoint = values.OTEL_EXPORTER_OTLP_ENDPOINT;
  if (endpoint === undefined) return undefined;
  return {
    endpoint,
    sampler: { name: values.OTEL_TRACES_SAMPLER, ratio: values.OTEL_TRACES_SAMPLER_ARG },
    metricIntervalMs: values.OTEL_METRIC_EXPORT_INTERVAL,
  };
}
