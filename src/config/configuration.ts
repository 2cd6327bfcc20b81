import type { DatabaseConnection } from '../database/connection.ts';
import type { SamplerName } from '../telemetry/settings.ts';
import type { CohereConfig, MailConfig, TasksConfig, WeaviateConfig } from './services.ts';
import type { Values } from './variables.ts';

/** The configuration from the environment, grouped by concern. A port without variables uses its local adapter. */
export interface Config {
  server: {
    host: string;
    port: number;
    publicUrl: string;
    cdnUrl: string;
    /** Deadline of an ordinary request. */
    deadlineMs: number;
  };
  production: boolean;
  /** Valid settings that are probably unintended, one sentence each, for the log. */
  warnings: readonly string[];
  /**
   * Whether everything is embedded, on a developer's machine: a new installation then gets a demo site and a start
   * message.
   */
  isLocal: boolean;
  dataDir: string;
  /** Unset: the embedded PostgreSQL in the data folder. */
  database: DatabaseConnection | undefined;
  /** Connections for reading, and the same number for writing. */
  databasePoolSize: number;
  /** How long the embedded database may be unavailable before the liveness check fails. */
  embeddedDatabaseSeconds: number;
  /** Unset: generated at the first start and stored in the data folder. */
  adminKey: string | undefined;
  /** Key that encrypts stored secrets. Unset: generated at the first start and stored in the data folder. */
  encryptionKey: string | undefined;
  /** Unset: the local embedder. */
  cohere: CohereConfig | undefined;
  /** Unset: the index embedded in this process, in the data folder. */
  weaviate: WeaviateConfig | undefined;
  /** Unset: this process polls for jobs. */
  tasks: TasksConfig | undefined;
  agent: { enabled: boolean; traceDays: number };
  /** Local tokens are signed by this installation, for tests and demos. */
  identity: { emulator: boolean; localTokens: boolean };
  /** Number of proxies in front of the service, each of which appends to X-Forwarded-For. */
  trustedProxies: number;
  rateLimits: {
    /** Requests per minute and API key. */
    plans: { free: number; pro: number; enterprise: number };
    /** Unset: counted in this process. */
    redisUrl: string | undefined;
  };
  /** Limits on concurrent requests, connections and slow clients. */
  ingress: IngressConfig;
  mail: MailConfig;
  /** Language codes for OCR of scanned pages. */
  ocrLanguages: readonly string[];
  /** `host` or `host:port` entries of private hosts that outbound calls may reach. */
  outboundAllowHosts: readonly string[];
  files: {
    /** Unset: on disk, in the data folder. */
    bucket: string | undefined;
    /** Lifetime of an upload URL. */
    uploadSeconds: number;
    /** Lifetime of the signed URL of a restricted file. */
    urlSeconds: number;
    /** How long HTTP caches may keep a public file. */
    cacheSeconds: number;
  };
  graphql: { introspection: boolean };
  log: {
    level: Values['LOG_LEVEL'];
    /** Google Cloud project, so that log lines link to their trace in Cloud Logging. */
    project: string | undefined;
  };
  /** Unset: no traces and metrics are exported. */
  telemetry: TelemetryConfig | undefined;
}

export interface IngressConfig {
  /** Requests without an API key, per minute and address. */
  keylessPerMinute: number;
  /** Concurrent requests in this process. */
  requests: { total: number; perSite: number; perAddress: number };
  connections: { total: number; perAddress: number };
  /** Memory for request bodies that are buffered. */
  bodyMemoryBytes: number;
  /** How long a body may arrive below the minimum rate. */
  slowBodySeconds: number;
}

export interface TelemetryConfig {
  endpoint: string;
  /** `ratio`: the share of traces kept by the ratio samplers. */
  sampler: { name: SamplerName; ratio: number };
  metricIntervalMs: number;
}
