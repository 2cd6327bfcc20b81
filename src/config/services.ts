import { type ParsedVariables, rejectOptions, pickValues } from './read.ts';

const COHERE = {
  baseUrl: 'COHERE_BASE_URL',
  fastModel: 'COHERE_CHAT_MODEL_FAST',
  smartModel: 'COHERE_CHAT_MODEL_SMART',
  rerankModel: 'COHERE_RERANK_MODEL',
  visionModel: 'COHERE_VISION_MODEL',
  transcriptionModel: 'COHERE_TRANSCRIPTION_MODEL',
} as const;

export function readCohere(variables: ParsedVariables) {
  const { COHERE_API_KEY: apiKey } = variables.values;
  if (apiKey === undefined) return rejectOptions(Object.values(COHERE), 'COHERE_API_KEY', variables);
  const { fastModel: fast, smartModel: smart, ...options } = pickValues(COHERE, variables);
  return { apiKey, chatModels: { fast, smart }, ...options };
}

export function readMail({ values, isSet, mistakes }: ParsedVariables, production: boolean) {
  const { SENDGRID_API_KEY: apiKey, SENDGRID_BASE_URL: baseUrl, SMTP_URL: url, MAIL_FROM: from } = values;
  if (apiKey !== undefined && url !== undefined)
    mistakes.push('SMTP_URL must not be set together with SENDGRID_API_KEY');
  if (baseUrl !== undefined && apiKey === undefined) mistakes.push('SENDGRID_BASE_URL requires SENDGRID_API_KEY');
  const sends = apiKey !== undefined || url !== undefined;
  if (sends && !isSet('MAIL_FROM')) mistakes.push('MAIL_FROM must be set with SENDGRID_API_KEY or SMTP_URL');
  if (apiKey !== undefined) return { kind: 'sendgrid' as const, apiKey, baseUrl, from };
  if (url !== undefined) return { kind: 'smtp' as const, url, from };
  // In production there is no outbox: without a mailer, forms answer an error.
  return { kind: production ? ('none' as const) : ('outbox' as const), from };
}

const SSO = { clientId: 'SSO_CLIENT_ID', clientSecret: 'SSO_CLIENT_SECRET', name: 'SSO_NAME' } as const;

export function readSso(variables: ParsedVariables) {
  const { SSO_ISSUER: issuer } = variables.values;
  if (issuer === undefined) return rejectOptions(Object.values(SSO), 'SSO_ISSUER', variables);
  const { clientId, clientSecret, name } = pickValues(SSO, variables);
  if (clientId === undefined || clientSecret === undefined) {
    variables.mistakes.push('SSO_CLIENT_ID and SSO_CLIENT_SECRET must be set with SSO_ISSUER');
    return undefined;
  }
  return { issuer, clientId, clientSecret, name };
}

const WEAVIATE = {
  grpcUrl: 'WEAVIATE_GRPC_URL',
  apiKey: 'WEAVIATE_API_KEY',
  collection: 'WEAVIATE_COLLECTION',
  replicas: 'WEAVIATE_REPLICAS',
  quantization: 'WEAVIATE_QUANTIZATION',
} as const;

export function readWeaviate(variables: ParsedVariables) {
  const { WEAVIATE_URL: url } = variables.values;
  if (url === undefined) return rejectOptions(Object.values(WEAVIATE), 'WEAVIATE_URL', variables);
  return { url, ...pickValues(WEAVIATE, variables) };
}

/** Reads all variables of Cloud Tasks or none: an incomplete configuration would block every job. */
export function readTasks({ values, mistakes }: ParsedVariables) {
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
