import type { Quantization } from '../adapters/vector-index/weaviate-collection.ts';
import type { VariableName } from './variables.ts';

/** Value of a variable; undefined if it is unset or invalid. */
type Read = <T>(name: VariableName) => T | undefined;

/** For models without a setting the adapter has a default. */
export interface CohereConfig {
  apiKey: string;
  baseUrl?: string;
  chatModels: { fast?: string; smart?: string };
  rerankModel?: string;
}

export type MailConfig = { from: string } & (
  | { kind: 'sendgrid'; apiKey: string; baseUrl: string | undefined }
  | { kind: 'smtp'; url: string }
  | { kind: 'outbox' }
  /** In production there is no outbox: without a mailer, forms answer an error. */
  | { kind: 'none' }
);

export interface WeaviateConfig {
  url: string;
  /** Default: the address used by Weaviate Cloud, or port 50051 of the same host. */
  grpcUrl: string | undefined;
  apiKey: string | undefined;
  /** Prefix of the collection names of this installation. */
  collection: string;
  /** Replication factor of the collections. */
  replicas: number;
  quantization: Quantization;
}

export interface TasksConfig {
  /** `projects/<project>/locations/<location>/queues/<queue>` */
  queue: string;
  /** Service account whose tokens authenticate the deliveries. */
  serviceAccount: string;
  /** URL of the deliveries, also the audience of their tokens. */
  serviceUrl: string;
  emulator: string | undefined;
}

const COHERE_OPTIONS = [
  'COHERE_BASE_URL',
  'COHERE_CHAT_MODEL_FAST',
  'COHERE_CHAT_MODEL_SMART',
  'COHERE_RERANK_MODEL',
] as const;

export function readCohere(read: Read, mistakes: string[]): CohereConfig | undefined {
  const apiKey = read<string>('COHERE_API_KEY');
  if (apiKey === undefined) return refuseOptions(COHERE_OPTIONS, 'COHERE_API_KEY', read, mistakes);
  const [baseUrl, fast, smart, rerankModel] = COHERE_OPTIONS.map((name) => read<string>(name));
  return {
    apiKey,
    ...(baseUrl === undefined ? {} : { baseUrl }),
    chatModels: { ...(fast === undefined ? {} : { fast }), ...(smart === undefined ? {} : { smart }) },
    ...(rerankModel === undefined ? {} : { rerankModel }),
  };
}

export function readMail(read: Read, mistakes: string[], production: boolean): MailConfig {
  const apiKey = read<string>('SENDGRID_API_KEY');
  const baseUrl = read<string>('SENDGRID_BASE_URL');
  const url = read<string>('SMTP_URL');
  const from = read<string>('MAIL_FROM');
  if (apiKey !== undefined && url !== undefined)
    mistakes.push('SMTP_URL must not be set together with SENDGRID_API_KEY');
  if (baseUrl !== undefined && apiKey === undefined) mistakes.push('SENDGRID_BASE_URL requires SENDGRID_API_KEY');
  const sends = apiKey !== undefined || url !== undefined;
  if (sends && from === undefined) mistakes.push('MAIL_FROM must be set with SENDGRID_API_KEY or SMTP_URL');
  const sender = from ?? 'forms@localhost';
  if (apiKey !== undefined) return { kind: 'sendgrid', apiKey, baseUrl, from: sender };
  if (url !== undefined) return { kind: 'smtp', url, from: sender };
  return { kind: production ? 'none' : 'outbox', from: sender };
}

const WEAVIATE_OPTIONS = [
  'WEAVIATE_GRPC_URL',
  'WEAVIATE_API_KEY',
  'WEAVIATE_COLLECTION',
  'WEAVIATE_REPLICAS',
  'WEAVIATE_QUANTIZATION',
] as const;

export function readWeaviate(read: Read, mistakes: string[]): WeaviateConfig | undefined {
  const url = read<string>('WEAVIATE_URL');
  if (url === undefined) return refuseOptions(WEAVIATE_OPTIONS, 'WEAVIATE_URL', read, mistakes);
  return {
    url,
    grpcUrl: read<string>('WEAVIATE_GRPC_URL'),
    apiKey: read<string>('WEAVIATE_API_KEY'),
    collection: read<string>('WEAVIATE_COLLECTION') ?? 'Lectern',
    replicas: read<number>('WEAVIATE_REPLICAS') ?? 1,
    quantization: read<Quantization>('WEAVIATE_QUANTIZATION') ?? 'none',
  };
}

/** Either all or none: an incomplete configuration would block every job. */
export function readTasks(read: Read, mistakes: string[]): TasksConfig | undefined {
  const queue = read<string>('CLOUD_TASKS_QUEUE');
  const serviceAccount = read<string>('TASKS_SERVICE_ACCOUNT');
  const serviceUrl = read<string>('SERVICE_URL');
  const emulator = read<string>('CLOUD_TASKS_EMULATOR_HOST');
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

/** Options of an adapter that is not selected are an error, because they would have no effect. */
function refuseOptions(
  names: readonly VariableName[],
  needed: VariableName,
  read: Read,
  mistakes: string[],
): undefined {
  for (const name of names) if (read(name) !== undefined) mistakes.push(`${name} requires ${needed}`);
}
