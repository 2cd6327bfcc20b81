import type { Config } from './configuration.ts';
import { objectionToSecret } from './weak-secret.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Lead a client of Google's to another address, or its users past a check of who they are: for development only.
 * Those that are not in the table are read by the clients themselves.
 */
export const DEVELOPMENT_ONLY = [
  'FIREBASE_AUTH_EMULATOR_HOST',
  'STORAGE_EMULATOR_HOST',
  'CLOUD_TASKS_EMULATOR_HOST',
  'GCE_METADATA_HOST',
  'GCE_METADATA_IP',
] as const;

/** Read beside the table, by their platforms' names: on Cloud Run, `K_SERVICE` is the service's name. */
export const PLATFORM_VARIABLES = ['K_SERVICE', 'NODE_TLS_REJECT_UNAUTHORIZED'] as const;

const SECRETS = ['ADMIN_KEY', 'ENCRYPTION_KEY', 'COHERE_API_KEY', 'WEAVIATE_API_KEY', 'SENDGRID_API_KEY'] as const;

/** What production refuses, a sentence each; none repeats a value, which may be a secret. */
export function productionMistakes(config: Config, environment: Environment): string[] {
  return [
    ...developmentLeftovers(environment),
    ...publicAddresses(config, environment),
    ...secrets(config, environment),
    ...(environment['K_SERVICE'] ? lostWithTheContainer(config) : []),
  ];
}

function developmentLeftovers(environment: Environment): string[] {
  const mistakes = DEVELOPMENT_ONLY.filter((name) => environment[name]).map(
    (name) => `${name} must not be set with NODE_ENV=production`,
  );
  if (environment['NODE_TLS_REJECT_UNAUTHORIZED'] === '0') {
    mistakes.push('NODE_TLS_REJECT_UNAUTHORIZED must not be 0 with NODE_ENV=production: nobody would be recognised');
  }
  return mistakes;
}

/** Keys and tokens travel with every call; and links that name this machine reach nobody. */
function publicAddresses({ server, tasks }: Config, environment: Environment): string[] {
  const mistakes: string[] = [];
  if (!environment['PUBLIC_URL']) mistakes.push('PUBLIC_URL must be set with NODE_ENV=production');
  else if (isPlain(server.publicUrl)) mistakes.push('PUBLIC_URL must start with https:// with NODE_ENV=production');
  if (environment['CDN_URL'] && isPlain(server.cdnUrl)) {
    mistakes.push('CDN_URL must start with https:// with NODE_ENV=production');
  }
  if (tasks && isPlain(tasks.serviceUrl)) {
    mistakes.push('SERVICE_URL must start with https:// with NODE_ENV=production');
  }
  return mistakes;
}

function isPlain(url: string): boolean {
  return !url.startsWith('https:');
}

function secrets(config: Config, environment: Environment): string[] {
  const { adminKey, encryptionKey, database } = config;
  const mistakes = SECRETS.flatMap((name) => {
    const value = environment[name];
    if (!value) return [];
    // As a secret that was written down by `echo` ends: nobody's header would equal it.
    if (value !== value.trim()) return [`${name} must not begin or end with white space`];
    const objection = name === 'ADMIN_KEY' || name === 'ENCRYPTION_KEY' ? objectionToSecret(value) : undefined;
    return objection === undefined ? [] : [`${name} ${objection}`];
  });
  // Where others share the database, what one process makes in its own folder no other knows, and it is lost with the folder.
  if (database && !environment['ADMIN_KEY']) {
    mistakes.push('ADMIN_KEY must be set with DATABASE_URL and NODE_ENV=production');
  }
  if (database && !environment['ENCRYPTION_KEY']) {
    mistakes.push('ENCRYPTION_KEY must be set with DATABASE_URL and NODE_ENV=production');
  }
  if (adminKey !== undefined && adminKey === encryptionKey) mistakes.push('ENCRYPTION_KEY must differ from ADMIN_KEY');
  if (isGuessable(database)) mistakes.push('DATABASE_URL must not have a password that anybody would try first');
  return mistakes;
}

function isGuessable(database: Config['database']): boolean {
  const { user, password } = database ?? {};
  if (typeof password !== 'string') return false;
  return password === user || ['postgres', 'password', 'lectern', 'admin', 'changeme', 'secret'].includes(password);
}

/** The disk of a container on Cloud Run is its memory: gone with it, and no other instance sees it. */
function lostWithTheContainer({ database, files, weaviate }: Config): string[] {
  const kept = { DATABASE_URL: database, GCS_BUCKET: files.bucket, WEAVIATE_URL: weaviate };
  return Object.entries(kept)
    .filter(([, value]) => value === undefined)
    .map(([name]) => `${name} must be set on Cloud Run: what an instance keeps itself is lost with it`);
}
