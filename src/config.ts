import { resolve } from 'node:path';
import type { z } from 'zod';
import {
  type CohereConfig,
  type MailConfig,
  type TasksConfig,
  type WeaviateConfig,
  readCohere,
  readMail,
  readTasks,
  readWeaviate,
} from './config/services.ts';
import { type LogLevel, VARIABLES, type VariableName } from './config/variables.ts';
import type { DatabaseConnection } from './database/connection.ts';

export { describeConfig } from './config/variables.ts';

/** Everything the environment decides, grouped by concern. A port without its variables uses its local adapter. */
export interface Config {
  server: { host: string; port: number; publicUrl: string; cdnUrl: string };
  production: boolean;
  /** Everything embedded, on somebody's own machine: a new installation is filled with a demo site and greets. */
  isLocal: boolean;
  dataDir: string;
  /** Unset: the embedded PostgreSQL in the data folder. */
  database: DatabaseConnection | undefined;
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
  };
  graphql: { introspection: boolean };
  log: {
    level: LogLevel;
    /** Of Google Cloud: log lines then name their trace as Cloud Logging finds it. */
    project: string | undefined;
  };
  /** Unset: no traces and metrics are sent. */
  telemetry: { endpoint: string } | undefined;
}

/** All mistakes of one environment, a sentence each. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly mistakes: readonly string[];

  constructor(mistakes: readonly string[]) {
    super(`The configuration has mistakes:\n${mistakes.map((mistake) => `  - ${mistake}`).join('\n')}`);
    this.mistakes = mistakes;
  }
}

/** Pure: reads nothing but its argument. An empty variable counts as unset. Throws ConfigError with every mistake. */
export function parseConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const mistakes: string[] = [];
  const read = <T>(name: VariableName): T | undefined => {
    const text = environment[name];
    if (text === undefined || text === '') return undefined;
    const parsed = VARIABLES[name].schema.safeParse(text);
    if (parsed.success) return parsed.data as T;
    mistakes.push(`${name} ${sentence(parsed.error)}`);
    return undefined;
  };

  const host = read<string>('HOST') ?? '127.0.0.1';
  const port = read<number>('PORT') ?? 4000;
  const publicUrl = read<string>('PUBLIC_URL') ?? `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
  const cdnUrl = read<string>('CDN_URL') ?? `${publicUrl}/cdn`;
  const production = environment['NODE_ENV'] === 'production';
  const database = read<DatabaseConnection>('DATABASE_URL');
  const emulator = read<string>('FIREBASE_AUTH_EMULATOR_HOST');
  const cohere = readCohere(read, mistakes);
  const telemetry = read<string>('OTEL_EXPORTER_OTLP_ENDPOINT');
  const config: Config = {
    server: { host, port, publicUrl, cdnUrl },
    production,
    isLocal: !production && database === undefined,
    dataDir: resolve(read<string>('DATA_DIR') ?? '.data'),
    database,
    adminKey: read<string>('ADMIN_KEY'),
    encryptionKey: read<string>('ENCRYPTION_KEY'),
    cohere,
    weaviate: readWeaviate(read, mistakes),
    tasks: readTasks(read, mistakes),
    agent: {
      // Quotations by the local answerer are for trying out: in production a model is expected.
      enabled: read<string>('AGENT') !== 'off' && (!production || cohere !== undefined),
      traceDays: read<number>('TRACE_DAYS') ?? 30,
    },
    identity: { emulator: emulator !== undefined, localTokens: !production },
    trustedProxies: read<number>('TRUST_PROXY') ?? 0,
    rateLimits: {
      plans: {
        free: read<number>('RATE_LIMIT_FREE_PER_MINUTE') ?? 60,
        pro: read<number>('RATE_LIMIT_PRO_PER_MINUTE') ?? 600,
        enterprise: read<number>('RATE_LIMIT_ENTERPRISE_PER_MINUTE') ?? 6_000,
      },
      redisUrl: read<string>('REDIS_URL'),
    },
    mail: readMail(read, mistakes),
    ocrLanguages: read<string[]>('OCR_LANGUAGES') ?? ['eng'],
    files: { bucket: read<string>('GCS_BUCKET'), uploadSeconds: read<number>('UPLOAD_URL_TTL_SECONDS') ?? 3_600 },
    outboundAllowHosts: read<string[]>('OUTBOUND_ALLOW_HOSTS') ?? [],
    graphql: { introspection: read<boolean>('GRAPHQL_INTROSPECTION') ?? !production },
    log: { level: read<LogLevel>('LOG_LEVEL') ?? 'info', project: read<string>('GOOGLE_CLOUD_PROJECT') },
    telemetry: telemetry === undefined ? undefined : { endpoint: telemetry },
  };
  // Emulator tokens are not signed: with them anybody is anybody.
  if (production && emulator !== undefined) {
    mistakes.push('FIREBASE_AUTH_EMULATOR_HOST must not be set with NODE_ENV=production');
  }
  if (production && config.tasks?.emulator !== undefined) {
    mistakes.push('CLOUD_TASKS_EMULATOR_HOST must not be set with NODE_ENV=production');
  }
  if (mistakes.length > 0) throw new ConfigError(mistakes);
  return config;
}

function sentence(error: z.ZodError): string {
  const issue = error.issues[0];
  if (!issue) return 'is not valid';
  return issue.code === 'invalid_value' && !issue.message.startsWith('must')
    ? `must be one of ${issue.values.join(', ')}`
    : issue.message;
}
