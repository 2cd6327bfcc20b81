import { z } from 'zod';
import { COHERE_CHAT_MODELS, COHERE_RERANK_MODEL } from '../adapters/cohere/models.ts';
import { objectionToAllowedHosts } from '../adapters/egress/allow-hosts.ts';
import { missingLanguages } from '../adapters/extractor/languages.ts';
import { type DatabaseConnection, connectionFromUrl } from '../database/connection.ts';
import { SAMPLER_NAMES } from '../telemetry/settings.ts';
import { INGRESS_VARIABLES } from './ingress.ts';
import { integer, variable } from './variable.ts';

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

const url = (protocols: string[], sentence: string) =>
  z
    .string()
    .refine((text) => URL.canParse(text) && protocols.includes(new URL(text).protocol), sentence)
    .transform((text) => text.replace(/\/+$/, ''));

const httpUrl = url(['http:', 'https:'], 'must be a URL that starts with http:// or https://');

const flag = z.enum(['true', 'false'], 'must be true or false').transform((text) => text === 'true');

/** One row per variable. The table of docs/configuration.md, `npm run config` and the parser are generated from it. */
export const VARIABLES = {
  PORT: variable('Port to listen on; 0 selects a free port.', '4000', integer(0, 65_535)),
  HOST: variable('Address to listen on.', '127.0.0.1', z.string().min(1, 'must not be empty')),
  PUBLIC_URL: variable('Public URL of the service, used in links.', 'http://HOST:PORT', httpUrl),
  CDN_URL: variable('Where files are served from.', 'PUBLIC_URL/cdn', httpUrl),
  REQUEST_TIMEOUT_SECONDS: variable(
    'Deadline of a request in seconds; it is then answered with 503. Chat has 300 seconds, a file upload one hour.',
    '30',
    integer(1, 3_600),
  ),
  DATA_DIR: variable('Folder of the embedded data: database, vector index, keys.', '.data', z.string().min(1)),
  DATABASE_URL: variable(
    'PostgreSQL 15 or newer; unset: embedded PostgreSQL in DATA_DIR.',
    'embedded',
    url(['postgres:', 'postgresql:'], 'must be a URL that starts with postgres://').transform(toConnection),
  ),
  DATABASE_POOL_SIZE: variable(
    'Maximum number of database connections per process for reading, and the same number for writing.',
    '10',
    integer(1, 200),
  ),
  LIVE_WITHOUT_DATABASE_SECONDS: variable(
    'Seconds that the embedded PostgreSQL may be unavailable before /health/live fails; meanwhile it is restarted.',
    '120',
    integer(1, 86_400),
  ),
  STANDBY: variable(
    '`off`: `npm start` keeps no second process ready, which takes 180 MB and takes over within a second when the service dies.',
    'on',
    z.enum(['on', 'off']),
  ),
  ADMIN_KEY: variable(
    'Secret of the header X-Svc-Admin-Key, at least 16 characters; unset: generated at the first start and stored in DATA_DIR.',
    'made',
    z.string().min(16, 'must have at least 16 characters'),
  ),
  ENCRYPTION_KEY: variable(
    'Key that encrypts stored secrets (service accounts), at least 32 characters; unset: generated and stored like ADMIN_KEY.',
    'made',
    z.string().min(32, 'must have at least 32 characters'),
  ),
  COHERE_API_KEY: variable(
    'API key of Cohere for embeddings, reranking and the language model; unset: local adapters, no reranker.',
    'local',
    z.string().min(1),
  ),
  COHERE_BASE_URL: variable('Base URL of the Cohere API.', "Cohere's own", httpUrl),
  COHERE_CHAT_MODEL_FAST: variable(
    'Model for personas of tier fast, intents, summaries and rewritten queries.',
    COHERE_CHAT_MODELS.fast,
    z.string().min(1),
  ),
  COHERE_CHAT_MODEL_SMART: variable('Model for all other personas.', COHERE_CHAT_MODELS.smart, z.string().min(1)),
  COHERE_RERANK_MODEL: variable('Model that reranks search results.', COHERE_RERANK_MODEL, z.string().min(1)),
  WEAVIATE_URL: variable(
    'URL of Weaviate 1.30 or newer for vectors and keywords, with one tenant per site; unset: embedded in DATA_DIR, for one process.',
    'embedded',
    httpUrl,
  ),
  WEAVIATE_GRPC_URL: variable(
    'Where its gRPC API is, if not at grpc-HOST:443 (Weaviate Cloud) or port 50051 of the same host.',
    'by WEAVIATE_URL',
    httpUrl,
  ),
  WEAVIATE_API_KEY: variable('API key of Weaviate.', 'none', z.string().min(1)),
  WEAVIATE_COLLECTION: variable(
    'Prefix of the collection names, for several installations on one Weaviate.',
    'Lectern',
    z.string().regex(/^[A-Z][A-Za-z0-9]{0,39}$/, 'must be a capital letter, then up to 39 letters and digits'),
  ),
  WEAVIATE_REPLICAS: variable('Replication factor of the Weaviate collections.', '1', integer(1, 9)),
  WEAVIATE_QUANTIZATION: variable(
    'Vector quantization in Weaviate: none, rq (8 bits per number), sq (8 bits, trained) or bq (1 bit).',
    'none',
    z.enum(['none', 'rq', 'sq', 'bq']),
  ),
  CLOUD_TASKS_QUEUE: variable(
    'Cloud Tasks queue that delivers jobs, as projects/P/locations/L/queues/Q; unset: each process polls for jobs.',
    'local',
    z
      .string()
      .regex(/^projects\/[^/\s]+\/locations\/[^/\s]+\/queues\/[^/\s]+$/, 'must be projects/P/locations/L/queues/Q'),
  ),
  TASKS_SERVICE_ACCOUNT: variable(
    'Email address of the service account that delivers jobs; required with CLOUD_TASKS_QUEUE.',
    'none',
    z.string().regex(/^[^\s@]+@[^\s@]+$/, 'must be an email address'),
  ),
  SERVICE_URL: variable(
    'Where Cloud Tasks and Cloud Scheduler reach the service, and the audience of their tokens.',
    'none',
    httpUrl,
  ),
  CLOUD_TASKS_EMULATOR_HOST: variable(
    'URL of a Cloud Tasks emulator, for development; rejected in production.',
    'Google',
    httpUrl,
  ),
  AGENT: variable(
    '`off`: chat answers 503. Without COHERE_API_KEY the agent quotes passages; in production it is then off.',
    'on',
    z.enum(['on', 'off']),
  ),
  TRACE_DAYS: variable('Days that traces of chat turns are kept.', '30', integer(0, 3_650)),
  FIREBASE_AUTH_EMULATOR_HOST: variable(
    'Host and port of a Firebase Auth emulator, for development; rejected in production.',
    'Firebase',
    z.string().regex(/^[^\s/:]+:\d{1,5}$/, 'must be host:port'),
  ),
  TRUST_PROXY: variable(
    'Number of proxies in front of the service that append to X-Forwarded-For: 1 on Cloud Run, 2 with a load balancer in addition.',
    '0',
    integer(0, 10),
  ),
  REDIS_URL: variable(
    'Redis for rate limits shared by all instances; unset: each instance counts on its own.',
    'in process',
    z
      .string()
      .refine(
        (text) => URL.canParse(text) && /^rediss?:/.test(text),
        'must be a URL that starts with redis:// or rediss://',
      ),
  ),
  RATE_LIMIT_FREE_PER_MINUTE: variable('Requests per minute and API key on plan free.', '60', integer(1, 1_000_000)),
  RATE_LIMIT_PRO_PER_MINUTE: variable('Requests per minute and API key on plan pro.', '600', integer(1, 1_000_000)),
  RATE_LIMIT_ENTERPRISE_PER_MINUTE: variable(
    'Requests per minute and API key on plan enterprise.',
    '6000',
    integer(1, 1_000_000),
  ),
  ...INGRESS_VARIABLES,
  SENDGRID_API_KEY: variable(
    'API key of SendGrid for email; unset: SMTP_URL, otherwise the outbox.',
    'outbox',
    z.string().min(1),
  ),
  SENDGRID_BASE_URL: variable('Base URL of the SendGrid API.', "SendGrid's own", httpUrl),
  SMTP_URL: variable(
    'SMTP server for email, such as smtp://user:password@host:587; unset: the outbox.',
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
    'Languages for OCR, such as eng,deu; each requires the package @tesseract.js-data/<language>.',
    'eng',
    z
      .string()
      .regex(/^[a-z_]{3,12}(,[a-z_]{3,12}){0,9}$/, 'must be language names separated by commas, such as eng,deu')
      .transform((text) => text.split(','))
      .refine(
        (languages) => missingLanguages(languages).length === 0,
        'must name languages whose package @tesseract.js-data/<language> is installed',
      ),
  ),
  GCS_BUCKET: variable(
    'Google Cloud Storage bucket for files, with the credentials of its client; unset: on disk in DATA_DIR.',
    'disk',
    z.string().regex(/^[a-z0-9][a-z0-9._-]{1,220}[a-z0-9]$/, 'must be a bucket name'),
  ),
  UPLOAD_URL_TTL_SECONDS: variable('Lifetime of an upload URL in seconds.', '3600', integer(1, 604_800)),
  FILE_URL_TTL_SECONDS: variable(
    'Maximum lifetime of the signed URL of a restricted file in seconds.',
    '900',
    integer(1, 86_400),
  ),
  CDN_CACHE_SECONDS: variable(
    'Seconds that HTTP caches keep a public file before they revalidate it.',
    '3600',
    integer(0, 31_536_000),
  ),
  OUTBOUND_ALLOW_HOSTS: variable(
    'Private hosts that webhook tools can call, as host or host:port, separated by commas.',
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
        'must be hosts or host:port, separated by commas',
      ),
  ),
  GRAPHQL_INTROSPECTION: variable(
    'Whether /graphql allows introspection and serves the Sandbox: true or false.',
    'true; false in production',
    flag,
  ),
  LOG_LEVEL: variable(`One of ${LOG_LEVELS.join(', ')}.`, 'info', z.enum(LOG_LEVELS)),
  GOOGLE_CLOUD_PROJECT: variable(
    'Google Cloud project of the traces, for links from log lines in Cloud Logging.',
    'none',
    z.string().regex(/^[a-z][a-z0-9:.-]{4,61}[a-z0-9]$/, 'must be the id of a project'),
  ),
  OTEL_EXPORTER_OTLP_ENDPOINT: variable(
    'Where traces and metrics are sent by OpenTelemetry; unset: nowhere.',
    'none',
    httpUrl,
  ),
  OTEL_TRACES_SAMPLER: variable(
    `Which traces are kept: one of ${SAMPLER_NAMES.join(', ')}.`,
    'parentbased_always_on',
    z.enum(SAMPLER_NAMES),
  ),
  OTEL_TRACES_SAMPLER_ARG: variable(
    'The share that the samplers by ratio keep, from 0 to 1.',
    '1',
    z
      .string()
      .regex(/^(0(\.\d+)?|1(\.0+)?)$/, 'must be a number from 0 to 1')
      .transform(Number),
  ),
  OTEL_METRIC_EXPORT_INTERVAL: variable(
    'Milliseconds between two exports of metrics.',
    '60000',
    integer(1_000, 3_600_000),
  ),
  NODE_ENV: variable(
    '`production` disables introspection and rejects unsafe or missing settings at start: see docs/deploy.md.',
    'development',
    z.string(),
  ),
} as const;

export type VariableName = keyof typeof VARIABLES;

/** The table of `npm run config` and of docs/configuration.md, as Markdown. */
export function describeConfig(): string {
  const rows = Object.entries(VARIABLES).map(
    ([name, { meaning, standard }]) => `| \`${name}\` | ${meaning} | ${standard} |`,
  );
  return ['| variable | meaning | default |', '|---|---|---|', ...rows].join('\n');
}

function toConnection(text: string, context: z.RefinementCtx): DatabaseConnection {
  try {
    return connectionFromUrl(text);
  } catch {
    context.addIssue('must be a readable file of certificates');
    return z.NEVER;
  }
}
