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

/** One row per variable: the README's table, `npm run config` and the parser are made from it. */
export const VARIABLES = {
  PORT: variable('Port it listens on; 0 takes a free one.', '4000', integer(0, 65_535)),
  HOST: variable('Address it listens on.', '127.0.0.1', z.string().min(1, 'must not be empty')),
  PUBLIC_URL: variable('What the service calls itself in links.', 'http://HOST:PORT', httpUrl),
  CDN_URL: variable('Where files are served from.', 'PUBLIC_URL/cdn', httpUrl),
  REQUEST_TIMEOUT_SECONDS: variable(
    'Within how many seconds a request is answered, with 503 if need be. Chat has 300, the arrival of a file an hour.',
    '30',
    integer(1, 3_600),
  ),
  DATA_DIR: variable('Folder of everything embedded: database, index, keys.', '.data', z.string().min(1)),
  DATABASE_URL: variable(
    'PostgreSQL 15 or newer; unset: an embedded one in DATA_DIR.',
    'embedded',
    url(['postgres:', 'postgresql:'], 'must be a URL that starts with postgres://').transform(toConnection),
  ),
  DATABASE_POOL_SIZE: variable(
    'Connections for reading, and as many for writing, that each process opens at most.',
    '10',
    integer(1, 200),
  ),
  LIVE_WITHOUT_DATABASE_SECONDS: variable(
    'How long the embedded PostgreSQL may be away before /health/live fails; it is started again all the while.',
    '120',
    integer(1, 86_400),
  ),
  STANDBY: variable(
    '`off`: `npm start` keeps no second process ready, which takes 180 MB and takes over within a second when the service dies.',
    'on',
    z.enum(['on', 'off']),
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
  WEAVIATE_URL: variable(
    'Vectors and words in Weaviate 1.30 or newer, one tenant per site; unset: embedded, in DATA_DIR, for one process.',
    'embedded',
    httpUrl,
  ),
  WEAVIATE_GRPC_URL: variable(
    'Where its gRPC API is, if not at grpc-HOST:443 (Weaviate Cloud) or port 50051 of the same host.',
    'by WEAVIATE_URL',
    httpUrl,
  ),
  WEAVIATE_API_KEY: variable('Key of Weaviate.', 'none', z.string().min(1)),
  WEAVIATE_COLLECTION: variable(
    'What the names of the collections begin with, for several installations on one Weaviate.',
    'Lectern',
    z.string().regex(/^[A-Z][A-Za-z0-9]{0,39}$/, 'must be a capital letter, then up to 39 letters and digits'),
  ),
  WEAVIATE_REPLICAS: variable('Nodes of Weaviate that hold each chunk.', '1', integer(1, 9)),
  WEAVIATE_QUANTIZATION: variable(
    'How Weaviate shortens vectors in memory: none, rq (8 bits a number), sq (8 bits, trained) or bq (1 bit).',
    'none',
    z.enum(['none', 'rq', 'sq', 'bq']),
  ),
  CLOUD_TASKS_QUEUE: variable(
    'Jobs delivered by this queue of Cloud Tasks, as projects/P/locations/L/queues/Q; unset: each process looks for them.',
    'local',
    z
      .string()
      .regex(/^projects\/[^/\s]+\/locations\/[^/\s]+\/queues\/[^/\s]+$/, 'must be projects/P/locations/L/queues/Q'),
  ),
  TASKS_SERVICE_ACCOUNT: variable(
    'Email address of the service account that jobs are delivered as; needed with CLOUD_TASKS_QUEUE.',
    'none',
    z.string().regex(/^[^\s@]+@[^\s@]+$/, 'must be an email address'),
  ),
  SERVICE_URL: variable(
    'Where Cloud Tasks and Cloud Scheduler reach the service, and the audience of their tokens.',
    'none',
    httpUrl,
  ),
  CLOUD_TASKS_EMULATOR_HOST: variable(
    'URL of an emulator of Cloud Tasks, for development; refused in production.',
    "Google's own servers",
    httpUrl,
  ),
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
  ...INGRESS_VARIABLES,
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
  FILE_URL_TTL_SECONDS: variable(
    'How long the signed URL of a restricted file is valid, at most.',
    '900',
    integer(1, 86_400),
  ),
  CDN_CACHE_SECONDS: variable(
    'How long caches keep a public file before they ask whether it is still public.',
    '3600',
    integer(0, 31_536_000),
  ),
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
  GOOGLE_CLOUD_PROJECT: variable(
    'Project whose traces log lines belong to, for Cloud Logging.',
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
    '`production` hides introspection and refuses to start with what is unsafe or missing: see docs/deploy.md.',
    'development',
    z.string(),
  ),
} as const;

export type VariableName = keyof typeof VARIABLES;

/** The table of `npm run config` and of the README, as Markdown. */
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
    context.addIssue('must name certificates that can be read');
    return z.NEVER;
  }
}
