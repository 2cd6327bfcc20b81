import type { DatabaseConnection } from '../database/connection.ts';
import type { IngressConfig } from './ingress.ts';
import type { CohereConfig, MailConfig, TasksConfig, WeaviateConfig } from './services.ts';
import type { TelemetryConfig } from './telemetry.ts';
import type { LogLevel } from './variables.ts';

/** Everything the environment decides, grouped by concern. A port without its variables uses its local adapter. */
export interface Config {
  server: {
    host: string;
    port: number;
    publicUrl: string;
    cdnUrl: string;
    /** For the answer to an ordinary request. */
    deadlineMs: number;
  };
  production: boolean;
  /** What is allowed and probably not meant, a sentence each, for the log. */
  warnings: readonly string[];
  /** Everything embedded, on somebody's own machine: a new installation is filled with a demo site and greets. */
  isLocal: boolean;
  dataDir: string;
  /** Unset: the embedded PostgreSQL in the data folder. */
  database: DatabaseConnection | undefined;
  /** Connections for reading, and as many for writing. */
  databasePoolSize: number;
  /** How long the embedded database may be away before the process counts as dead. */
  embeddedDatabaseSeconds: number;
  /** Unset: made on first start and kept in the data folder. */
  adminKey: string | undefined;
  /** What stored secrets are encrypted with. Unset: made on first start and kept in the data folder. */
  encryptionKey: string | undefined;
  /** Unset: the local embedder. */
  cohere: CohereConfig | undefined;
  /** Unset: the index embedded in this process, in the data folder. */
  weaviate: WeaviateConfig | undefined;
  /** Unset: this process looks for jobs by itself. */
  tasks: TasksConfig | undefined;
  agent: { enabled: boolean; traceDays: number };
  /** Local tokens are signed by this installation, for tests and demos. */
  identity: { emulator: boolean; localTokens: boolean };
  /** Proxies in front of the service, each of which adds to X-Forwarded-For. */
  trustedProxies: number;
  rateLimits: {
    /** Requests per minute and API key. */
    plans: { free: number; pro: number; enterprise: number };
    /** Unset: counted in this process. */
    redisUrl: string | undefined;
  };
  /** How much clients may ask for at a time, and how slowly they may send it. */
  ingress: IngressConfig;
  mail: MailConfig;
  /** Of scanned pages, as the text recognition names them. */
  ocrLanguages: readonly string[];
  /** `host` or `host:port` entries that outbound calls may reach although they are private. */
  outboundAllowHosts: readonly string[];
  files: {
    /** Unset: on disk, in the data folder. */
    bucket: string | undefined;
    /** How long an upload URL is good. */
    uploadSeconds: number;
    /** For how long the signed URL of a restricted file is valid. */
    urlSeconds: number;
    /** For how long caches may keep a public file. */
    cacheSeconds: number;
  };
  graphql: { introspection: boolean };
  log: {
    level: LogLevel;
    /** Of Google Cloud: log lines then name their trace as Cloud Logging finds it. */
    project: string | undefined;
  };
  /** Unset: no traces and metrics are sent. */
  telemetry: TelemetryConfig | undefined;
}
