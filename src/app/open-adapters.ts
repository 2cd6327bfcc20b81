import { createHttpEgress } from '../adapters/egress/http-egress.ts';
import { operatorFetch } from '../adapters/egress/model-fetch.ts';
import { startEmbeddedPostgres } from '../adapters/database/embedded.ts';
import { openEmbedder } from '../adapters/embedder/open-embedder.ts';
import { ProcessExtractor } from '../adapters/extractor/process-extractor.ts';
import { openDiskFileStorage } from '../adapters/file-storage/disk.ts';
import { openGcsFileStorage } from '../adapters/file-storage/gcs.ts';
import { signedGrants } from '../adapters/file-storage/signed-grant.ts';
import { createProcessTransformer } from '../adapters/image-transformer/process-transformer.ts';
import { createCloudTasksQueue } from '../adapters/job-queue/cloud-tasks.ts';
import { createLocalJobQueue } from '../adapters/job-queue/local.ts';
import { createNoMailer } from '../adapters/mailer/none.ts';
import { Outbox } from '../adapters/mailer/outbox.ts';
import { openSendGridMailer } from '../adapters/mailer/sendgrid.ts';
import { openMediaTools } from '../adapters/media-tools/open-media-tools.ts';
import { createMemoryRateLimiter } from '../adapters/rate-limiter/memory.ts';
import { createFirebaseTokenVerifier } from '../adapters/token-verifier/firebase.ts';
import { createVectorSpace, vectorSpaceOpener } from './open-vector-space.ts';
import type { Config } from '../config.ts';
import type { DatabaseConnection } from '../database/connection.ts';
import type { FileStorage } from '../ports/file-storage.ts';
import type { Mailer } from '../ports/mailer.ts';
import type { Ports } from '../ports/ports.ts';
import type { RateLimiter } from '../ports/rate-limiter.ts';
import type { TokenVerifier } from '../ports/token-verifier.ts';
import { TOKEN_SECRET, derivedSecret, storedSecret } from '../shared/stored-secret.ts';
import type { Logger } from '../shared/log/logger.ts';
import { modelOpener, openAnalyzer, openModel, openReranker, openTranscriber, rerankerOpener } from './open-models.ts';

/** The adapters that the configuration selects, one per port. */
export interface Adapters extends Ports {
  database: DatabaseConnection;
  /** Names of the adapters in use, for the start message. */
  names: Readonly<Record<string, string>>;
}

/** Concurrent extractions in total and per site. Each can use one processor and 1.5 GB. */
export const EXTRACTION_SLOTS = 3;
export const EXTRACTION_SLOTS_PER_SITE = 2;

/** The functions that close the adapters, called in reverse order. */
export type CloseHandlers = (() => Promise<unknown>)[];

export interface OpenOptions {
  /**
   * How long to wait for an embedded index that another process has open. Default: as long as the service waits at its
   * start.
   */
  indexPatienceMs?: number;
  /** Returns the connection of the embedded PostgreSQL if another process runs it. Default: start it in this process. */
  embeddedDatabase?: (dataDir: string) => Promise<DatabaseConnection>;
}

/** A variable that is set selects its adapter; every port has a local adapter as default. */
export async function openAdapters(
  config: Config,
  log: Logger,
  closeHandlers: CloseHandlers,
  options: OpenOptions = {},
): Promise<Adapters> {
  const closed = <A extends { close(): Promise<void> }>(adapter: A): A => {
    closeHandlers.push(() => adapter.close());
    return adapter;
  };
  const folder = config.dataDir;
  const database = await openDatabase(config, log, closeHandlers, options);
  const spaceOptions = { log, indexPatienceMs: options.indexPatienceMs };
  const spaceSettings = { ...config, openFetch: operatorFetch(config.outboundAllowHosts) };
  const space = closed(await createVectorSpace(spaceSettings, await openEmbedder(spaceSettings), spaceOptions));
  const { embedder, index } = space;
  const ocr = { languages: config.ocrLanguages, folder: `${folder}/ocr` };
  const model = await openModel(config, log);
  const transcriber = await openTranscriber(config);
  const analyzer = closed(await openAnalyzer(config, log));
  const reranker = await openReranker(config);
  const media = await openMediaTools(config.ffmpegPath);
  return {
    database,
    embedder,
    index,
    space,
    openSpace: vectorSpaceOpener(spaceSettings, spaceOptions),
    extractor: closed(new ProcessExtractor({ ...ocr, slots: EXTRACTION_SLOTS })),
    analyzer,
    transcriber,
    tokens: closed(await openTokens(config)),
    limiter: closed(await openRateLimiter(config, log)),
    mailer: closed(await openMailer(config)),
    storage: closed(await openFileStorage(config)),
    resumable: signedGrants(`${config.server.publicUrl}/uploads/resumable`, uploadSecret(config), 'PATCH'),
    queue: closed(config.tasks ? createCloudTasksQueue({ ...config.tasks, log }) : createLocalJobQueue()),
    images: closed(createProcessTransformer()),
    media: media.tools,
    model,
    openModel: modelOpener(config),
    reranker,
    openReranker: rerankerOpener(config),
    egress: createHttpEgress({ allowHosts: config.outboundAllowHosts }),
    names: {
      database: config.database ? 'PostgreSQL at DATABASE_URL' : `embedded PostgreSQL in ${folder}`,
      'vector index': config.weaviate ? `Weaviate, collection ${index.name}` : `embedded in ${folder}`,
      embedder: embedder.model,
      extractor: `in processes of its own, scanned pages in ${config.ocrLanguages.join(', ')}`,
      'video analyzer': analyzer.describes ? analyzer.name : `${analyzer.name}, no descriptions (VISION_MODEL)`,
      transcriber: transcriber.name,
      'language model': model
        ? [...new Set(Object.values(model.models))].join(' and ')
        : 'none (the agent is disabled)',
      reranker: reranker?.model ?? 'none',
      'token verifier': config.identity.localTokens ? 'local and Firebase' : 'Firebase',
      'rate limiter': config.rateLimits.redisUrl === undefined ? 'in process' : 'Redis',
      mailer: {
        sendgrid: 'SendGrid',
        smtp: 'SMTP',
        outbox: `outbox in ${folder}/outbox`,
        none: 'none (form submissions answer an error)',
      }[config.mail.kind],
      'file storage': config.files.bucket === undefined ? `disk, in ${folder}/files` : `bucket ${config.files.bucket}`,
      'media tools': media.name,
      'job queue': config.tasks ? `Cloud Tasks, ${config.tasks.queue}` : 'local, on the database',
    },
  };
}

/** A dependency that does not have to be reachable at start. */
async function openDatabase(
  config: Config,
  log: Logger,
  closeHandlers: CloseHandlers,
  { embeddedDatabase }: OpenOptions,
): Promise<DatabaseConnection> {
  if (config.database) return config.database;
  const dataDir = `${config.dataDir}/postgres`;
  if (embeddedDatabase) return embeddedDatabase(dataDir);
  const { stop, ...connection } = await startEmbeddedPostgres({
    dataDir,
    log: (line, severity) => log[severity]({ component: 'postgres' }, line),
  });
  closeHandlers.push(stop);
  return connection;
}

/** Outside production, tokens signed by this installation are accepted as well. */
async function openTokens({ identity, dataDir }: Config): Promise<TokenVerifier> {
  const firebase = createFirebaseTokenVerifier({ emulator: identity.emulator });
  if (!identity.localTokens) return firebase;
  const { createLocalTokenVerifier } = await import('../adapters/token-verifier/local.ts');
  const { createTokenVerifierByIssuer } = await import('../adapters/token-verifier/by-issuer.ts');
  const local = createLocalTokenVerifier({ secret: storedSecret(dataDir, TOKEN_SECRET) });
  return createTokenVerifierByIssuer({ local, firebase });
}

async function openRateLimiter({ rateLimits: { redisUrl } }: Config, log: Logger): Promise<RateLimiter> {
  if (redisUrl === undefined) return createMemoryRateLimiter();
  const { openRedisRateLimiter } = await import('../adapters/rate-limiter/redis.ts');
  return openRedisRateLimiter({
    url: redisUrl,
    onChange: (state, err) =>
      log.warn({ err }, `Redis is ${state}: each instance counts rate limits on its own while Redis is unavailable`),
  });
}

export async function openFileStorage(config: Config): Promise<FileStorage> {
  const { files, dataDir, server } = config;
  if (files.bucket !== undefined) return openGcsFileStorage({ bucket: files.bucket });
  return openDiskFileStorage({
    dir: `${dataDir}/files`,
    uploadUrl: `${server.publicUrl}/uploads`,
    secret: uploadSecret(config),
  });
}

/** Processes that share the folder do not need to share the location of the secrets. */
function uploadSecret({ encryptionKey, dataDir }: Config): string {
  return encryptionKey ? derivedSecret(encryptionKey, 'upload grants') : storedSecret(dataDir, 'upload-secret');
}

async function openMailer({ mail, dataDir }: Config): Promise<Mailer> {
  switch (mail.kind) {
    case 'sendgrid':
      return openSendGridMailer({ apiKey: mail.apiKey, baseUrl: mail.baseUrl, from: mail.from });
    case 'smtp': {
      const { createSmtpMailer } = await import('../adapters/mailer/smtp.ts');
      return createSmtpMailer({ url: mail.url, from: mail.from });
    }
    case 'none':
      return createNoMailer();
    case 'outbox':
      return new Outbox({ dir: `${dataDir}/outbox`, from: mail.from });
  }
}
