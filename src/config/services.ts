import { type Reading, rejectOptions } from './read.ts';

type MailConfig = { from: string } & (
  | { kind: 'sendgrid'; apiKey: string; baseUrl: string | undefined }
  | { kind: 'smtp'; url: string }
  | { kind: 'outbox' }
  /** In production there is no outbox: without a mailer, forms answer an error. */
  | { kind: 'none' }
);

const COHERE_OPTIONS = [
  'COHERE_BASE_URL',
  'COHERE_CHAT_MODEL_FAST',
  'COHERE_CHAT_MODEL_SMART',
  'COHERE_RERANK_MODEL',
  'COHERE_VISION_MODEL',
  'COHERE_TRANSCRIPTION_MODEL',
] as const;

export function readCohere(reading: Reading) {
  const { values } = reading;
  if (values.COHERE_API_KEY === undefined) return rejectOptions(COHERE_OPTIONS, 'COHERE_API_KEY', reading);
  return {
    apiKey: values.COHERE_API_KEY,
    baseUrl: values.COHERE_BASE_URL,
    chatModels: { fast: values.COHERE_CHAT_MODEL_FAST, smart: values.COHERE_CHAT_MODEL_SMART },
    rerankModel: values.COHERE_RERANK_MODEL,
    visionModel: values.COHERE_VISION_MODEL,
    transcriptionModel: values.COHERE_TRANSCRIPTION_MODEL,
  };
}

export function readMail({ values, isSet, mistakes }: Reading, production: boolean): MailConfig {
  const { SENDGRID_API_KEY: apiKey, SENDGRID_BASE_URL: baseUrl, SMTP_URL: url, MAIL_FROM: from } = values;
  if (apiKey !== undefined && url !== undefined)
    mistakes.push('SMTP_URL must not be set together with SENDGRID_API_KEY');
  if (baseUrl !== undefined && apiKey === undefined) mistakes.push('SENDGRID_BASE_URL requires SENDGRID_API_KEY');
  const sends = apiKey !== undefined || url !== undefined;
  if (sends && !isSet('MAIL_FROM')) mistakes.push('MAIL_FROM must be set with SENDGRID_API_KEY or SMTP_URL');
  if (apiKey !== undefined) return { kind: 'sendgrid', apiKey, baseUrl, from };
  if (url !== undefined) return { kind: 'smtp', url, from };
  return { kind: production ? 'none' : 'outbox', from };
}

const SSO_OPTIONS = ['SSO_CLIENT_ID', 'SSO_CLIENT_SECRET', 'SSO_NAME'] as const;

export function readSso(reading: Reading) {
  const {
    SSO_ISSUER: issuer,
    SSO_CLIENT_ID: clientId,
    SSO_CLIENT_SECRET: clientSecret,
    SSO_NAME: name,
  } = reading.values;
  if (issuer === undefined) return rejectOptions(SSO_OPTIONS, 'SSO_ISSUER', reading);
  if (clientId === undefined || clientSecret === undefined) {
    reading.mistakes.push('SSO_CLIENT_ID and SSO_CLIENT_SECRET must be set with SSO_ISSUER');
    return undefined;
  }
  return { issuer, clientId, clientSecret, name };
}

const WEAVIATE_OPTIONS = [
  'WEAVIATE_GRPC_URL',
  'WEAVIATE_API_KEY',
  'WEAVIATE_COLLECTION',
  'WEAVIATE_REPLICAS',
  'WEAVIATE_QUANTIZATION',
] as const;

export function readWeaviate(reading: Reading) {
  const { values } = reading;
  if (values.WEAVIATE_URL === undefined) return rejectOptions(WEAVIATE_OPTIONS, 'WEAVIATE_URL', reading);
  return {
    url: values.WEAVIATE_URL,
    grpcUrl: values.WEAVIATE_GRPC_URL,
    apiKey: values.WEAVIATE_API_KEY,
    collection: values.WEAVIATE_COLLECTION,
    replicas: values.WEAVIATE_REPLICAS,
    quantization: values.WEAVIATE_QUANTIZATION,
  };
}

/** Either all or none: an incomplete configuration would block every job. */
export function readTasks({ values, mistakes }: Reading) {
  const { CLOUD_TASKS_QUEUE: queue, TASKS_SERVICE_ACCOUNT: serviceAccount, SERVICE_URL: serviceUrl } = values;
  const emulator = values.CLOUD_TASKS_EMULATOR_HOST;
  const together = { TASKS_SERVICE_ACCOUNT: serviceAccount, SERVICE_URL: serviceUrl };
  for (const [name, value] of Object.entries(together)) {
    if (queue !== undefined && value === undefined) mistakes.push(`${name} must be set with CLOUD_TASKS_QUEUE`);
    if (queue === undefined && value !== undefined) mistakes.push(`${name} requires CLOUD_TASKS_QUEUE`);
  }
  if (queue === undefined && emulator !== undefined)
    mistakes.push('CLOUD_TASKS_EMULATOR_HOST requires CLOUD_TASKS_QUEUE');
  if (queue === undefined || serviceAccount === undefined || serviceUrl === undefined) return undefined;
  return { queue, serviceAccount, serviceUrl, emulator };
}
