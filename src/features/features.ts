// Decorators of type-graphql need it before any of them runs: it stays the first import.
import 'reflect-metadata';
import type { Database } from '../database/database.ts';
import type { Egress } from '../ports/egress.ts';
import type { Embedder } from '../ports/embedder.ts';
import type { Extractor } from '../ports/extractor.ts';
import type { JobQueue } from '../ports/job-queue.ts';
import type { LanguageModel } from '../ports/language-model.ts';
import type { Mailer } from '../ports/mailer.ts';
import type { Reranker } from '../ports/reranker.ts';
import type { VectorIndex } from '../ports/vector-index.ts';
import type { Logger } from '../shared/logger.ts';
import type { SecretBox } from '../shared/secret-box.ts';
import type { FileStorage } from '../ports/file-storage.ts';
import type { ImageTransformer } from '../ports/image-transformer.ts';
import {
  ChatAnswerEntity,
  ChatConfirmationEntity,
  ChatSessionEntity,
  ChatSummaryEntity,
  ChatTurnEntity,
  ModelUsageEntity,
} from './agent/agent.entity.ts';
import { AgentResolver } from './agent/agent.resolver.ts';
import { AgentService } from './agent/agent.service.ts';
import { deleteExpiredConfirmations } from './agent/confirmation.ts';
import { forgetTraces } from './agent/session.service.ts';
import { AssetEntity, AssetFolderEntity, ImageVariantEntity } from './asset/asset.entity.ts';
import { createAssetFeature } from './asset/asset.feature.ts';
import type { AssetRow } from './asset/asset.rows.ts';
import { setOwnLevel } from './asset/asset.rows.ts';
import type { FileUrlOptions } from './asset/file-urls.ts';
import { AssetResolver } from './asset/asset.resolver.ts';
import { AssetFolderResolver } from './asset/folder.resolver.ts';
import { ViewerResolver } from './access/viewer.resolver.ts';
import { CollectionEntity } from './collection/collection.entity.ts';
import { CollectionResolver } from './collection/collection.resolver.ts';
import { CollectionService } from './collection/collection.service.ts';
import { ContentTypeEntity } from './content-type/content-type.entity.ts';
import { ContentTypeResolver } from './content-type/content-type.resolver.ts';
import { ContentTypeService } from './content-type/content-type.service.ts';
import { ContentKnowledge } from './content/content-knowledge.ts';
import { ContentItemEntity } from './content/content.entity.ts';
import { ContentResolver } from './content/content.resolver.ts';
import { ContentService } from './content/content.service.ts';
import { JobDeliveries } from './job/job-deliveries.ts';
import { JobRunner } from './job/job-runner.ts';
import { JobEntity } from './job/job.entity.ts';
import { JobService } from './job/job.service.ts';
import { Outages } from './job/outages.ts';
import { KnowledgeDocumentResolver } from './knowledge/document.resolver.ts';
import { KnowledgeDocumentService } from './knowledge/document.service.ts';
import { readDocumentText } from './knowledge/document-text.ts';
import { IndexSource } from './knowledge/index-source.ts';
import { ChunkEntity, KnowledgeDocumentEntity, KnowledgeSourceEntity } from './knowledge/knowledge.entity.ts';
import { IndexRefills } from './knowledge/index-refills.ts';
import { OUTAGE_CODES, ReconcileIndex } from './knowledge/reconcile-index.ts';
import { removeSite } from './knowledge/remove-site.ts';
import { SourceService } from './knowledge/source.service.ts';
import { FileEntity, FileJobEntity, FileTextEntity } from './file/file.entity.ts';
import { FileJobResolver } from './file/file-job.resolver.ts';
import { removeExpiredAnswers } from './idempotency/idempotency.rows.ts';
import { IdempotentAnswerEntity } from './idempotency/idempotency.entity.ts';
import { IdempotencyService } from './idempotency/idempotency.service.ts';
import { readFileText } from './file/file-text.ts';
import { FileService, type UploadedFile } from './file/file.service.ts';
import { ProcessFile } from './file/process-file.ts';
import { FormSubmissionEntity } from './form/form.entity.ts';
import { FormResolver } from './form/form.resolver.ts';
import { FormService } from './form/form.service.ts';
import { FormSubmissionService } from './form/form-submission.service.ts';
import { PersonaEntity } from './persona/persona.entity.ts';
import { PersonaResolver } from './persona/persona.resolver.ts';
import { PersonaService } from './persona/persona.service.ts';
import { SearchResolver } from './search/search.resolver.ts';
import { SearchService } from './search/search.service.ts';
import { KeyDirectory } from './site/key-directory.ts';
import { ApiKeyEntity, SiteEntity } from './site/site.entity.ts';
import { SiteResolver } from './site/site.resolver.ts';
import { SiteService } from './site/site.service.ts';
import { SubscriptionResolver } from './subscription/subscription.resolver.ts';
import { TriggerSets } from './trigger/trigger-sets.ts';
import { TriggerEntity } from './trigger/trigger.entity.ts';
import { TriggerResolver } from './trigger/trigger.resolver.ts';
import { TriggerService } from './trigger/trigger.service.ts';
import { WebhookToolEntity } from './webhook-tool/webhook-tool.entity.ts';
import { WebhookToolInvocation } from './webhook-tool/webhook-tool.invocation.ts';
import { WebhookToolResolver } from './webhook-tool/webhook-tool.resolver.ts';
import { WebhookToolService } from './webhook-tool/webhook-tool.service.ts';

export const entities = [
  SiteEntity,
  ApiKeyEntity,
  ContentTypeEntity,
  CollectionEntity,
  ContentItemEntity,
  KnowledgeDocumentEntity,
  KnowledgeSourceEntity,
  ChunkEntity,
  FileEntity,
  FileTextEntity,
  FileJobEntity,
  JobEntity,
  IdempotentAnswerEntity,
  ChatSessionEntity,
  ChatTurnEntity,
  ChatAnswerEntity,
  ChatSummaryEntity,
  ChatConfirmationEntity,
  ModelUsageEntity,
  PersonaEntity,
  FormSubmissionEntity,
  WebhookToolEntity,
  TriggerEntity,
  AssetEntity,
  AssetFolderEntity,
  ImageVariantEntity,
];

/** Every resolver of the schema; `createFeatures` makes one instance of each. */
export const resolverClasses = [
  SiteResolver,
  ViewerResolver,
  ContentTypeResolver,
  CollectionResolver,
  ContentResolver,
  KnowledgeDocumentResolver,
  SearchResolver,
  SubscriptionResolver,
  PersonaResolver,
  FormResolver,
  WebhookToolResolver,
  TriggerResolver,
  AgentResolver,
  AssetResolver,
  AssetFolderResolver,
  FileJobResolver,
];

export interface FeatureDependencies {
  database: Database;
  index: VectorIndex;
  embedder: Embedder;
  extractor: Extractor;
  /** None: the agent is not configured. */
  model: LanguageModel | null;
  /** None: results stay in the order of the search. */
  reranker: Reranker | null;
  /** How many days the traces of chat turns are kept. */
  traceDays: number;
  mailer: Mailer;
  egress: Egress;
  storage: FileStorage;
  queue: JobQueue;
  images: ImageTransformer;
  files: FileUrlOptions & {
    /** How long an upload URL is good. */
    grantSeconds: number;
  };
  secrets: SecretBox;
  log: Logger;
  /** Jobs at a time in this process. */
  jobSlots: number;
  /** Files that are read at a time, besides them. */
  extractionSlots: number;
  /** Of one site. */
  extractionSlotsPerSite: number;
}

/** Wires the features to each other and to the ports. */
export function createFeatures(dependencies: FeatureDependencies) {
  const { database, index, embedder, model, reranker, mailer, egress, secrets, log, jobSlots } = dependencies;
  const jobs = new JobService(database, dependencies.queue);
  const sources = new SourceService(jobs);
  const contentTypes = new ContentTypeService(jobs);
  const contentKnowledge = new ContentKnowledge(sources);
  const contents = new ContentService(contentKnowledge);
  const collections = new CollectionService();
  const documents = new KnowledgeDocumentService(sources);
  const keys = new KeyDirectory(database);
  const sites = new SiteService(database, keys, jobs, secrets, (tx) => contentTypes.createBuiltIns(tx));
  const personas = new PersonaService();
  const triggerSets = new TriggerSets();
  const webhookTools = new WebhookToolService(egress, secrets);
  const refills = new IndexRefills(database, index);
  const isRefilling = (siteId: string) => refills.isRefilling(siteId);
  const searches = new SearchService({ index, isRefilling, embedder, reranker, model, log });
  const agent = new AgentService({
    model,
    personas,
    triggers: triggerSets,
    search: searches,
    tools: webhookTools,
    log,
    invocation: new WebhookToolInvocation(egress, secrets),
  });
  const assets = createAssetFeature({
    database,
    jobs,
    log,
    ...dependencies.files,
    storage: dependencies.storage,
    images: dependencies.images,
    onLive: async (tx, asset) => files.uploaded(tx, uploadedFile(asset)),
    onGone: async (tx, key) => files.forget(tx, key),
    onLevel: async (tx, keys, level) => files.follow(tx, keys, level),
  });
  const files: FileService = new FileService(jobs, sources, {
    exists: async (viewer, key) => (await assets.assets.find(viewer, key)) !== null,
    lock: async (tx, key) => {
      const asset = await assets.assets.lock(tx, key);
      return asset && uploadedFile(asset);
    },
    setLevel: setOwnLevel,
  });
  const reconciling = new ReconcileIndex({ database, index, embedder, jobs, log });
  const outages = new Outages({
    jobs,
    probes: {
      'vector index': () => index.check(),
      'file storage': () => dependencies.storage.check(),
      embedder: async () => void (await embedder.embedQuery('ready')),
      database: () => database.check(),
    },
  });
  const runner: JobRunner = new JobRunner({
    jobs,
    log,
    outages,
    slots: jobSlots,
    housekeeping: async () => {
      await forgetTraces(database.system, dependencies.traceDays);
      await deleteExpiredConfirmations(database.system);
      await removeExpiredAnswers(database.system);
    },
    handlers: {
      'index-source': new IndexSource(database, index, embedder, {
        document: readDocumentText,
        content: (scope, id) => contentKnowledge.read(scope, id),
        file: readFileText,
      }),
      'remove-site': removeSite(index, (siteId) => assets.removeSite(siteId)),
      ...assets.handlers,
      'sync-content-type': {
        run: (job, signal) => contentKnowledge.syncType(database.forSite(job.siteId ?? ''), job, signal),
      },
    },
  });
  const fileRunner: JobRunner = new JobRunner({
    jobs,
    log,
    outages,
    slots: dependencies.extractionSlots,
    slotsPerSite: dependencies.extractionSlotsPerSite,
    handlers: {
      'process-file': new ProcessFile(database, dependencies.extractor, sources, (key) =>
        dependencies.storage.read(key),
      ),
    },
  });
  const indexRunner: JobRunner = new JobRunner({
    jobs,
    log,
    outages,
    slots: 1,
    housekeeping: async () => {
      await reconciling.requeueFailed(OUTAGE_CODES);
      await reconciling.enqueueDue();
    },
    handlers: { 'reconcile-index': reconciling },
  });
  const runners = [runner, fileRunner, indexRunner];
  dependencies.queue.listen(() => {
    for (const each of runners) each.wake();
  });
  return {
    jobs,
    deliveries: new JobDeliveries(jobs, runners, outages),
    outages,
    /** Reading a file or comparing the index may take minutes: each has slots of its own. */
    runners,
    runner,
    fileRunner,
    reconciling,
    keys,
    sites,
    contentTypes,
    collections,
    contents,
    documents,
    assets,
    files,
    idempotency: new IdempotencyService(secrets, log),
    resolvers: [
      new SiteResolver(sites),
      new ViewerResolver(),
      new ContentTypeResolver(contentTypes),
      new CollectionResolver(collections),
      new ContentResolver(contents),
      new KnowledgeDocumentResolver(documents),
      new SearchResolver(searches),
      new SubscriptionResolver(),
      new PersonaResolver(personas),
      new FormResolver(new FormService(mailer, log), new FormSubmissionService(database, sites)),
      new WebhookToolResolver(webhookTools),
      new TriggerResolver(new TriggerService(), triggerSets, model),
      new AgentResolver(agent),
      ...assets.resolvers,
      new FileJobResolver(files),
    ],
  };
}

export type Features = ReturnType<typeof createFeatures>;

/** What the knowledge base needs to know of an upload. */
function uploadedFile(asset: AssetRow): UploadedFile {
  return { key: asset.key, fileName: asset.fileName, accessLevel: asset.folderAccessLevel };
}
