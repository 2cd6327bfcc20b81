import { resolve } from 'node:path';
import { z } from 'zod';
import { COHERE_CHAT_MODELS, COHERE_RERANK_MODEL } from './adapters/cohere/models.ts';
import { missingLanguages } from './adapters/extractor/languages.ts';
import { objectionToAllowedHosts } from './adapters/egress/allow-hosts.ts';
import { type DatabaseConnection, connectionFromUrl } from './database/connection.ts';

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
  log: { level: LogLevel };
}

/** Models that are not named are the adapters' own choice. */
export interface CohereConfig {
  apiKey: string;
  baseUrl?: string;
  chatModels: { fast?: string; smart?: string };
  rerankModel?: string;
}

type MailConfig = { from: string } & (
  | { kind: 'sendgrid'; apiKey: string; baseUrl: string | undefined }
  | { kind: 'smtp'; url: string }
  | { kind: 'outbox' }
);

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
type LogLevel = (typeof LOG_LEVELS)[number];

interface Variable {
  name: string;
  meaning: string;
  standard: string;
  schema: z.ZodType;
}

const url = (protocols: string[], sentence: string) =>
  z
    .string()
    .refine((text) => URL.canParse(text) && protocols.includes(new URL(text).protocol), sentence)
    .transform((text) => text.replace(/\/+$/, ''));

const httpUrl = url(['http:', 'https:'], 'must be a URL that starts with http:// or https://');

const flag = z.enum(['true', 'false'], 'must be true or false').transform((text) => text === 'true');

/** One row per variable: the README's table, `npm run config` and the parser are made from it. */
const VARIABLES = {
  PORT: variable('Port it listens on; 0 takes a free one.', '4000', integer(0, 65_535)),
  HOST: variable('Address it listens on.', '127.0.0.1', z.string().min(1, 'must not be empty')),
  PUBLIC_URL: variable('What the service calls itself in links.', 'http://HOST:PORT', httpUrl),
  CDN_URL: variable('Where files are served from.', 'PUBLIC_URL/cdn', httpUrl),
  DATA_DIR: variable('Folder of everything embedded: database, index, keys.', '.data', z.string().min(1)),
  DATABASE_URL: variable(
    'PostgreSQL 15 or newer; unset: an embedded one in DATA_DIR.',
    'embedded',
    url(['postgres:', 'postgresql:'], 'must be a URL that starts with postgres://').transform(toConnection),
  ),
  ADMIN_KEY: variable(
    'Secret of the header X-Svc-Admin-Key, at least 16 characters; unset: made on first start, kept in DATA_DIR.',
    'made',
    z.string().min(16, 'must have at least 16 characters'),
  ),
  ENCRYPTION_KEY: variable(
    'What stored secrets (service accounts) are encrypted with, at least 32 characters; unset: made and kept like ADMIN_KEY.',
    'made',
    z.string().min(32, 'must have at least 32 characters'),
  ),
  COHERE_API_KEY: variable(
    'Embeddings, reranking and the language model by Cohere; unset: local ones, and no reranker.',
    'local',
    z.string().min(1),
  ),
  COHERE_BASE_URL: variable('Another address of the Cohere API.', "Cohere's own", httpUrl),
  COHERE_CHAT_MODEL_FAST: variable(
    'Model of personas of tier fast, of intents, summaries and rewritten queries.',
    COHERE_CHAT_MODELS.fast,
    z.string().min(1),
  ),
  COHERE_CHAT_MODEL_SMART: variable('Model of all other personas.', COHERE_CHAT_MODELS.smart, z.string().min(1)),
  COHERE_RERANK_MODEL: variable('Model that orders what was found.', COHERE_RERANK_MODEL, z.string().min(1)),
  AGENT: variable(
    '`off`: chat answers 503. Without COHERE_API_KEY the agent quotes passages, in production it is off.',
    'on',
    z.enum(['on', 'off']),
  ),
  TRACE_DAYS: variable('How many days the traces of chat turns are kept.', '30', integer(0, 3_650)),
  FIREBASE_AUTH_EMULATOR_HOST: variable(
    'Host and port of a Firebase Auth emulator, for development; refused in production.',
    "Firebase's own servers",
    z.string().regex(/^[^\s/:]+:\d{1,5}$/, 'must be host:port'),
  ),
  TRUST_PROXY: variable(
    'How many proxies stand in front and add to X-Forwarded-For: 1 on Cloud Run, 2 behind a load balancer as well.',
    '0',
    integer(0, 10),
  ),
  REDIS_URL: variable(
    'Rate limits shared by all instances; unset: each counts for itself.',
    'in process',
    z
      .string()
      .refine(
        (text) => URL.canParse(text) && /^rediss?:/.test(text),
        'must be a URL that starts with redis:// or rediss://',
      ),
  ),
  RATE_LIMIT_FREE_PER_MINUTE: variable('Requests per minute and API key on plan free.', '60', integer(1, 1_000_000)),
  RATE_LIMIT_PRO_PER_MINUTE: variable('The same on plan pro.', '600', integer(1, 1_000_000)),
  RATE_LIMIT_ENTERPRISE_PER_MINUTE: variable('The same on plan enterprise.', '6000', integer(1, 1_000_000)),
  SENDGRID_API_KEY: variable('Mail through SendGrid; unset: SMTP_URL, else the outbox.', 'outbox', z.string().min(1)),
  SENDGRID_BASE_URL: variable('Another address of the SendGrid API.', "SendGrid's own", httpUrl),
  SMTP_URL: variable(
    'Mail through an SMTP server, such as smtp://user:password@host:587; unset: the outbox.',
    'outbox',
    z
      .string()
      .refine(
        (text) => URL.canParse(text) && /^smtps?:/.test(text),
        'must be a URL that starts with smtp:// or smtps://',
      ),
  ),
  MAIL_FROM: variable(
    'Address that mail is sent from; needed with SENDGRID_API_KEY and SMTP_URL.',
    'forms@localhost',
    z.string().regex(/^[^\s@<>",;]+@[^\s@<>",;]+$/, 'must be an email address'),
  ),
  OCR_LANGUAGES: variable(
    'Languages of scanned pages, as eng,deu; each needs the package @tesseract.js-data/<language>.',
    'eng',
    z
      .string()
      .regex(/^[a-z_]{3,12}(,[a-z_]{3,12}){0,9}$/, 'must be names of languages with commas between, such as eng,deu')
      .transform((text) => text.split(','))
      .refine(
        (languages) => missingLanguages(languages).length === 0,
        'must name languages whose package @tesseract.js-data/<language> is installed',
      ),
  ),
  GCS_BUCKET: variable(
    'Files in this bucket of Google Cloud Storage, with the credentials of its client; unset: on disk, in DATA_DIR.',
    'disk',
    z.string().regex(/^[a-z0-9][a-z0-9._-]{1,220}[a-z0-9]$/, 'must be the name of a bucket'),
  ),
  UPLOAD_URL_TTL_SECONDS: variable('How long an upload URL is good.', '3600', integer(1, 604_800)),
  OUTBOUND_ALLOW_HOSTS: variable(
    'Hosts, as host or host:port with commas between, that webhook tools may reach although they are private.',
    'none',
    z
      .string()
      .transform((text) =>
        text
          .split(',')
          .map((host) => host.trim())
          .filter(Boolean),
      )
      .refine(
        (hosts) => objectionToAllowedHosts(hosts) === undefined,
        'must be hosts or host:port, with commas between',
      ),
  ),
  GRAPHQL_INTROSPECTION: variable(
    'Introspection and Sandbox at /graphql: true or false.',
    'true, in production false',
    flag,
  ),
  LOG_LEVEL: variable(`One of ${LOG_LEVELS.join(', ')}.`, 'info', z.enum(LOG_LEVELS)),
  NODE_ENV: variable(
    '`production` hides introspection and asks for migrations that ran before.',
    'development',
    z.string(),
  ),
} as const;

type VariableName = keyof typeof VARIABLES;

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
  const config: Config = {
    server: { host, port, publicUrl, cdnUrl },
    production,
    isLocal: !production && database === undefined,
    dataDir: resolve(read<string>('DATA_DIR') ?? '.data'),
    database,
    adminKey: read<string>('ADMIN_KEY'),
    encryptionKey: read<string>('ENCRYPTION_KEY'),
    cohere,
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
    log: { level: read<LogLevel>('LOG_LEVEL') ?? 'info' },
  };
  // Emulator tokens are not signed: with them anybody is anybody.
  if (production && emulator !== undefined) {
    mistakes.push('FIREBASE_AUTH_EMULATOR_HOST must not be set with NODE_ENV=production');
  }
  if (mistakes.length > 0) throw new ConfigError(mistakes);
  return config;
}

const COHERE_OPTIONS = [
  'COHERE_BASE_URL',
  'COHERE_CHAT_MODEL_FAST',
  'COHERE_CHAT_MODEL_SMART',
  'COHERE_RERANK_MODEL',
] as const;

function readCohere(read: <T>(name: VariableName) => T | undefined, mistakes: string[]): CohereConfig | undefined {
  const apiKey = read<string>('COHERE_API_KEY');
  const [baseUrl, fast, smart, rerankModel] = COHERE_OPTIONS.map((name) => read<string>(name));
  const given = [baseUrl, fast, smart, rerankModel];
  if (apiKey === undefined) {
    COHERE_OPTIONS.forEach((name, index) => {
      if (given[index] !== undefined) mistakes.push(`${name} needs COHERE_API_KEY`);
    });
    return undefined;
  }
  return {
    apiKey,
    ...(baseUrl === undefined ? {} : { baseUrl }),
    chatModels: { ...(fast === undefined ? {} : { fast }), ...(smart === undefined ? {} : { smart }) },
    ...(rerankModel === undefined ? {} : { rerankModel }),
  };
}

function readMail(read: <T>(name: VariableName) => T | undefined, mistakes: string[]): MailConfig {
  const apiKey = read<string>('SENDGRID_API_KEY');
  const baseUrl = read<string>('SENDGRID_BASE_URL');
  const url = read<string>('SMTP_URL');
  const from = read<string>('MAIL_FROM');
  if (apiKey !== undefined && url !== undefined) mistakes.push('SMTP_URL must not be set beside SENDGRID_API_KEY');
  if (baseUrl !== undefined && apiKey === undefined) mistakes.push('SENDGRID_BASE_URL needs SENDGRID_API_KEY');
  const sends = apiKey !== undefined || url !== undefined;
  if (sends && from === undefined) mistakes.push('MAIL_FROM must be set with SENDGRID_API_KEY or SMTP_URL');
  const sender = from ?? 'forms@localhost';
  if (apiKey !== undefined) return { kind: 'sendgrid', apiKey, baseUrl, from: sender };
  return url === undefined ? { kind: 'outbox', from: sender } : { kind: 'smtp', url, from: sender };
}

/** The table of `npm run config` and of the README, as Markdown. */
export function describeConfig(): string {
  const rows = Object.entries(VARIABLES).map(
    ([name, { meaning, standard }]) => `| \`${name}\` | ${meaning} | ${standard} |`,
  );
  return ['| variable | meaning | default |', '|---|---|---|', ...rows].join('\n');
}

function variable<T>(meaning: string, standard: string, schema: z.ZodType<T, string>): Omit<Variable, 'name'> {
  return { meaning, standard, schema };
}

function integer(least: number, most: number) {
  const sentenceOf = `must be a whole number from ${least} to ${most}`;
  return z
    .string()
    .regex(/^\d{1,9}$/, sentenceOf)
    .transform(Number)
    .refine((number) => number >= least && number <= most, sentenceOf);
}

function toConnection(text: string, context: z.RefinementCtx): DatabaseConnection {
  try {
    return connectionFromUrl(text);
  } catch {
    context.addIssue('must name certificates that can be read');
    return z.NEVER;
  }
}

function sentence(error: z.ZodError): string {
  const issue = error.issues[0];
  if (!issue) return 'is not valid';
  return issue.code === 'invalid_value' && !issue.message.startsWith('must')
    ? `must be one of ${issue.values.join(', ')}`
    : issue.message;
}
