import { z } from 'zod';
import { POOL_SIZE } from '../database/connection.ts';
import { SAMPLER_NAMES } from '../telemetry/settings.ts';
import {
  databaseUrl,
  flag,
  hosts,
  httpUrl,
  integer,
  languages,
  modelPrices,
  optional,
  planLimits,
  share,
  url,
} from './formats.ts';
import { MODEL_VARIABLES } from './model-variables.ts';

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

/** The variables with their formats, defaults and meanings. The parser and the table of docs/configuration.md are made from it. */
export const VARIABLES = {
  PORT: integer(0, 65_535).default(4_000).describe('Port to listen on; 0 selects a free port.'),
  HOST: z.string().default('127.0.0.1').describe('Address to listen on.'),
  PUBLIC_URL: optional(httpUrl, 'http://HOST:PORT').describe('Public URL of the service, used in links.'),
  CDN_URL: optional(httpUrl, 'PUBLIC_URL/cdn').describe('Where files are served from.'),
  REQUEST_TIMEOUT_SECONDS: integer(1, 3_600)
    .default(30)
    .describe(
      'Deadline of a request in seconds; it is then answered with 503. It starts when the body has arrived; a file has one hour for that.',
    ),
  CHAT_TIMEOUT_SECONDS: integer(1, 3_600)
    .default(300)
    .describe('The same for a chat turn, with all its model calls and tools.'),
  DATA_DIR: z.string().default('.data').describe('Folder of the embedded data: database, vector index, keys.'),
  DATABASE_URL: optional(databaseUrl, 'embedded').describe(
    'PostgreSQL 15 or newer; unset: embedded PostgreSQL in DATA_DIR.',
  ),
  DATABASE_POOL_SIZE: integer(1, 200)
    .default(POOL_SIZE)
    .describe('Maximum number of database connections per process for reading, and the same number for writing.'),
  LIVE_WITHOUT_DATABASE_SECONDS: integer(1, 86_400)
    .default(120)
    .describe(
      'Seconds that the embedded PostgreSQL may be unavailable before /health/live fails; meanwhile it is restarted.',
    ),
  STANDBY: z
    .enum(['on', 'off'])
    .default('on')
    .describe(
      '`off`: `npm start` keeps no second process ready, which takes 180 MB and takes over within a second when the service dies.',
    ),
  ADMIN_KEY: optional(z.string().min(16, 'must have at least 16 characters'), 'made').describe(
    'Secret of the header X-Svc-Admin-Key, at least 16 characters; unset: generated at the first start and stored in DATA_DIR.',
  ),
  ENCRYPTION_KEY: optional(z.string().min(32, 'must have at least 32 characters'), 'made').describe(
    'Key that encrypts stored secrets (service accounts), at least 32 characters; unset: generated and stored like ADMIN_KEY.',
  ),
  ...MODEL_VARIABLES,
  WEAVIATE_URL: optional(httpUrl, 'embedded').describe(
    'URL of Weaviate 1.30 or newer for vectors and keywords, with one tenant per site; unset: embedded in DATA_DIR, for one process.',
  ),
  WEAVIATE_GRPC_URL: optional(httpUrl, 'by WEAVIATE_URL').describe(
    'Where its gRPC API is, if not at grpc-HOST:443 (Weaviate Cloud) or port 50051 of the same host.',
  ),
  WEAVIATE_API_KEY: optional(z.string(), 'none').describe('API key of Weaviate.'),
  WEAVIATE_COLLECTION: z
    .string()
    .regex(/^[A-Z][A-Za-z0-9]{0,39}$/, 'must be a capital letter, then up to 39 letters and digits')
    .default('Lectern')
    .describe('Prefix of the collection names, for several installations on one Weaviate.'),
  WEAVIATE_REPLICAS: integer(1, 9).default(1).describe('Replication factor of the Weaviate collections.'),
  WEAVIATE_QUANTIZATION: z
    .enum(['none', 'rq', 'sq', 'bq'])
    .default('none')
    .describe('Vector quantization in Weaviate: none, rq (8 bits per number), sq (8 bits, trained) or bq (1 bit).'),
  CLOUD_TASKS_QUEUE: optional(
    z
      .string()
      .regex(/^projects\/[^/\s]+\/locations\/[^/\s]+\/queues\/[^/\s]+$/, 'must be projects/P/locations/L/queues/Q'),
    'local',
  ).describe(
    'Cloud Tasks queue that delivers jobs, as projects/P/locations/L/queues/Q; unset: each process polls for jobs.',
  ),
  TASKS_SERVICE_ACCOUNT: optional(z.string().regex(/^[^\s@]+@[^\s@]+$/, 'must be an email address'), 'none').describe(
    'Email address of the service account that delivers jobs; required with CLOUD_TASKS_QUEUE.',
  ),
  SERVICE_URL: optional(httpUrl, 'none').describe(
    'Where Cloud Tasks and Cloud Scheduler reach the service, and the audience of their tokens.',
  ),
  CLOUD_TASKS_EMULATOR_HOST: optional(httpUrl, 'Google').describe(
    'URL of a Cloud Tasks emulator, for development; rejected in production.',
  ),
  JOB_TIMEOUT_MINUTES: integer(1, 10_080)
    .default(60)
    .describe('Maximum length of an attempt of a background job in minutes; it then counts as failed.'),
  LONG_JOB_TIMEOUT_MINUTES: integer(1, 10_080)
    .default(1_440)
    .describe('The same for reading a file, processing a video and comparing the vector index with the database.'),
  AGENT: z
    .enum(['on', 'off'])
    .default('on')
    .describe(
      '`off`: chat answers 503. Without COHERE_API_KEY and CHAT_MODEL the agent quotes passages; in production it is then off.',
    ),
  SITE_MODELS: z
    .enum(['on', 'off'])
    .default('on')
    .describe(
      '`off`: sites cannot set language models and rerankers of their own, and those that have one use that of the installation.',
    ),
  TRACE_DAYS: integer(0, 3_650).default(30).describe('Days that traces of chat turns are kept.'),
  MODEL_PRICES: optional(modelPrices, 'unknown').describe(
    'Prices of language models per million tokens, all in one currency, as model=input/output separated by commas, such as command-a-03-2025=2.5/10; the cost of other models is null.',
  ),
  FIREBASE_AUTH_EMULATOR_HOST: optional(
    z.string().regex(/^[^\s/:]+:\d{1,5}$/, 'must be host:port'),
    'Firebase',
  ).describe('Host and port of a Firebase Auth emulator, for development; rejected in production.'),
  TRUST_PROXY: integer(0, 10)
    .default(0)
    .describe(
      'Number of proxies in front of the service that append to X-Forwarded-For: 1 on Cloud Run, 2 with a load balancer in addition.',
    ),
  REDIS_URL: optional(
    url(['redis:', 'rediss:'], 'must be a URL that starts with redis:// or rediss://'),
    'in process',
  ).describe('Redis for rate limits shared by all instances; unset: each instance counts on its own.'),
  RATE_LIMIT_FREE_PER_MINUTE: integer(1, 1_000_000)
    .default(60)
    .describe('Requests per minute and API key on plan free; all keys of a site together have ten times as many.'),
  RATE_LIMIT_PRO_PER_MINUTE: integer(1, 1_000_000)
    .default(600)
    .describe('Requests per minute and API key on plan pro.'),
  RATE_LIMIT_ENTERPRISE_PER_MINUTE: integer(1, 1_000_000)
    .default(6_000)
    .describe('Requests per minute and API key on plan enterprise.'),
  LIMITS_FREE: optional(planLimits, 'limits.md').describe(
    'What a site on plan free may store, where it differs from the table in limits.md: limit=number separated by commas, such as content_item=5000,stored_bytes=1000000000.',
  ),
  LIMITS_PRO: optional(planLimits, 'limits.md').describe('The same for plan pro.'),
  LIMITS_ENTERPRISE: optional(planLimits, 'limits.md').describe('The same for plan enterprise.'),
  RATE_LIMIT_SIGN_IN_PER_MINUTE: integer(1, 1_000_000)
    .default(30)
    .describe('Attempts per minute to sign in, from one address; of one account it is 10.'),
  RATE_LIMIT_KEYLESS_PER_MINUTE: integer(1, 1_000_000)
    .default(120)
    .describe('Requests per minute and address without an API key, such as introspection.'),
  MAX_REQUESTS: integer(1, 1_000_000)
    .default(1_024)
    .describe('Maximum number of concurrent requests per process; further ones get 503.'),
  MAX_REQUESTS_PER_SITE: integer(1, 1_000_000)
    .default(256)
    .describe('Maximum number of concurrent requests per site and process; further ones get 429.'),
  MAX_REQUESTS_PER_ADDRESS: integer(1, 1_000_000)
    .default(128)
    .describe('Of these, requests without a key from one address; 429 beyond.'),
  MAX_CONNECTIONS: integer(1, 1_000_000).default(4_096).describe('Maximum number of open connections per process.'),
  MAX_CONNECTIONS_PER_ADDRESS: integer(1, 1_000_000)
    .default(512)
    .describe('Of these, connections from one address; not counted with TRUST_PROXY, where all come from the proxy.'),
  BODY_MEMORY_MB: integer(24, 1_000_000)
    .default(64)
    .describe('Maximum MB of large request bodies in memory per process; further ones wait, then get 503.'),
  SLOW_BODY_SECONDS: integer(1, 3_600)
    .default(20)
    .describe('How long a request body may arrive at less than 1 kB per second before it is rejected with 408.'),
  SENDGRID_API_KEY: optional(z.string(), 'outbox').describe(
    'API key of SendGrid for email; unset: SMTP_URL, otherwise the outbox.',
  ),
  SENDGRID_BASE_URL: optional(httpUrl, "SendGrid's own").describe('Base URL of the SendGrid API.'),
  SMTP_URL: optional(url(['smtp:', 'smtps:'], 'must be a URL that starts with smtp:// or smtps://'), 'outbox').describe(
    'SMTP server for email, such as smtp://user:password@host:587; unset: the outbox.',
  ),
  MAIL_FROM: z
    .string()
    .regex(/^[^\s@<>",;]+@[^\s@<>",;]+$/, 'must be an email address')
    .default('forms@localhost')
    .describe('Address that mail is sent from; needed with SENDGRID_API_KEY and SMTP_URL.'),
  SSO_ISSUER: optional(url(['http:', 'https:'], 'must be a URL that starts with http:// or https://'), 'off').describe(
    'Issuer of the OpenID provider that users can sign in with, exactly as its configuration names it.',
  ),
  SSO_CLIENT_ID: optional(z.string(), 'none').describe('Client id at the OpenID provider.'),
  SSO_CLIENT_SECRET: optional(z.string(), 'none').describe('Client secret at the OpenID provider.'),
  SSO_NAME: z
    .string()
    .max(60, 'must have at most 60 characters')
    .default('SSO')
    .describe('Name of the OpenID provider on the sign-in page.'),
  OCR_LANGUAGES: languages
    .default(['eng'])
    .describe('Languages for OCR, such as eng,deu; each requires the package @tesseract.js-data/<language>.'),
  FFMPEG_PATH: optional(z.string().startsWith('/', 'must be an absolute path'), 'found on PATH').describe(
    'Path of the program ffmpeg, version 5 or newer, with ffprobe beside it; without them, videos are not processed.',
  ),
  GCS_BUCKET: optional(
    z.string().regex(/^[a-z0-9][a-z0-9._-]{1,220}[a-z0-9]$/, 'must be a bucket name'),
    'disk',
  ).describe('Google Cloud Storage bucket for files, with the credentials of its client; unset: on disk in DATA_DIR.'),
  UPLOAD_URL_TTL_SECONDS: integer(1, 604_800).default(3_600).describe('Lifetime of an upload URL in seconds.'),
  FILE_URL_TTL_SECONDS: integer(1, 86_400)
    .default(900)
    .describe('Maximum lifetime of the signed URL of a restricted file in seconds.'),
  CDN_CACHE_SECONDS: integer(0, 31_536_000)
    .default(3_600)
    .describe('Seconds that HTTP caches keep a public file before they revalidate it.'),
  OUTBOUND_ALLOW_HOSTS: hosts
    .default([])
    .describe('Private hosts that webhooks and webhook tools can call, as host or host:port, separated by commas.'),
  GRAPHQL_INTROSPECTION: optional(flag, 'true; false in production').describe(
    'Whether /graphql allows introspection and serves the Sandbox: true or false.',
  ),
  LOG_LEVEL: z
    .enum(LOG_LEVELS)
    .default('info')
    .describe(`One of ${LOG_LEVELS.join(', ')}.`),
  GOOGLE_CLOUD_PROJECT: optional(
    z.string().regex(/^[a-z][a-z0-9:.-]{4,61}[a-z0-9]$/, 'must be the id of a project'),
    'none',
  ).describe('Google Cloud project of the traces, for links from log lines in Cloud Logging.'),
  OTEL_EXPORTER_OTLP_ENDPOINT: optional(httpUrl, 'none').describe(
    'Where traces and metrics are sent by OpenTelemetry; unset: nowhere.',
  ),
  OTEL_TRACES_SAMPLER: z
    .enum(SAMPLER_NAMES)
    .default('parentbased_always_on')
    .describe(`Which traces are kept: one of ${SAMPLER_NAMES.join(', ')}.`),
  OTEL_TRACES_SAMPLER_ARG: share.default(1).describe('The share that the samplers by ratio keep, from 0 to 1.'),
  OTEL_METRIC_EXPORT_INTERVAL: integer(1_000, 3_600_000)
    .default(60_000)
    .describe('Milliseconds between two exports of metrics.'),
  NODE_ENV: z
    .string()
    .default('development')
    .describe(
      '`production` disables introspection and rejects unsafe or missing settings at start: see docs/deploy.md.',
    ),
} as const;

export type VariableName = keyof typeof VARIABLES;
export type Values = { [Name in VariableName]: z.output<(typeof VARIABLES)[Name]> };
