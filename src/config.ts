import { resolve } from 'node:path';
import type { z } from 'zod';
import type { Config } from './config/configuration.ts';
import { readIngress } from './config/ingress.ts';
import { productionMistakes } from './config/safety.ts';
import { readTelemetry } from './config/telemetry.ts';
import { productionWarnings } from './config/warnings.ts';
import { readCohere, readMail, readTasks, readWeaviate } from './config/services.ts';
import { type LogLevel, VARIABLES, type VariableName } from './config/variables.ts';
import { type DatabaseConnection, POOL_SIZE } from './database/connection.ts';
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
  // Used by the supervisor only; here it is only validated.
  read('STANDBY');
  const emulator = read<string>('FIREBASE_AUTH_EMULATOR_HOST');
  const cohere = readCohere(read, mistakes);
  const config: Config = {
    server: { host, port, publicUrl, cdnUrl, deadlineMs: (read<number>('REQUEST_TIMEOUT_SECONDS') ?? 30) * 1_000 },
    production,
    warnings: [],
    isLocal: !production && database === undefined,
    dataDir: resolve(read<string>('DATA_DIR') ?? '.data'),
    database,
    databasePoolSize: read<number>('DATABASE_POOL_SIZE') ?? POOL_SIZE,
    embeddedDatabaseSeconds: read<number>('LIVE_WITHOUT_DATABASE_SECONDS') ?? 120,
    adminKey: read<string>('ADMIN_KEY'),
    encryptionKey: read<string>('ENCRYPTION_KEY'),
    cohere,
    weaviate: readWeaviate(read, mistakes),
    tasks: readTasks(read, mistakes),
    agent: {
      // In production the local language model, which only quotes passages, is not used as a default.
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
    ingress: readIngress(read),
    mail: readMail(read, mistakes, production),
    ocrLanguages: read<string[]>('OCR_LANGUAGES') ?? ['eng'],
    files: {
      bucket: read<string>('GCS_BUCKET'),
      uploadSeconds: read<number>('UPLOAD_URL_TTL_SECONDS') ?? 3_600,
      urlSeconds: read<number>('FILE_URL_TTL_SECONDS') ?? 900,
      cacheSeconds: read<number>('CDN_CACHE_SECONDS') ?? 3_600,
    },
    outboundAllowHosts: read<string[]>('OUTBOUND_ALLOW_HOSTS') ?? [],
    graphql: { introspection: read<boolean>('GRAPHQL_INTROSPECTION') ?? !production },
    log: { level: read<LogLevel>('LOG_LEVEL') ?? 'info', project: read<string>('GOOGLE_CLOUD_PROJECT') },
    telemetry: readTelemetry(read),
  };
  if (production) mistakes.push(...productionMistakes(config, environment));
  if (mistakes.length > 0) throw new ConfigError(mistakes);
  return production ? { ...config, warnings: productionWarnings(config, environment) } : config;
}

/**
 * Database settings for commands that need nothing else.
 * @throws ConfigError if DATABASE_URL is unset or invalid
 */
export function parseDatabase(environment: Readonly<Record<string, string | undefined>>): DatabaseConnection {
  const parsed = VARIABLES.DATABASE_URL.schema.safeParse(environment['DATABASE_URL'] ?? '');
  if (parsed.success) return parsed.data as DatabaseConnection;
  throw new ConfigError([
    environment['DATABASE_URL']
      ? `DATABASE_URL ${sentence(parsed.error)}`
      : 'DATABASE_URL must be set: the embedded database is migrated at start',
  ]);
}

function sentence(error: z.ZodError): string {
  const issue = error.issues[0];
  if (!issue) return 'is not valid';
  return issue.code === 'invalid_value' && !issue.message.startsWith('must')
    ? `must be one of ${issue.values.join(', ')}`
    : issue.message;
}
