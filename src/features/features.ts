// Required by type-graphql's decorators before any of them runs: must be the first import.
import 'reflect-metadata';
import type { FragmentDefinitionNode } from 'graphql';
import type { Database } from '../database/database.ts';
import type { Ports } from '../ports/ports.ts';
import type { Logger } from '../shared/log/logger.ts';
import type { SecretBox } from '../shared/secret-box.ts';
import { accessFeature } from './access/access.feature.ts';
import { activityFeature } from './activity/activity.feature.ts';
import { agentFeature } from './agent/agent.feature.ts';
import { modelUsageFeature } from './model-usage/model-usage.feature.ts';
import type { ModelPrices } from './model-usage/model-usage.service.ts';
import { assetFeature } from './asset/asset.feature.ts';
import type { FileUrlOptions } from './asset/file-urls.ts';
import { collectionFeature } from './collection/collection.feature.ts';
import { contentTypeFeature } from './content-type/content-type.feature.ts';
import { contentFeature } from './content/content.feature.ts';
import { FeatureList } from './feature.ts';
import { fileFeature } from './file/file.feature.ts';
import { formFeature } from './form/form.feature.ts';
import { idempotencyFeature } from './idempotency/idempotency.feature.ts';
import { indexingFeature } from './indexing/indexing.feature.ts';
import { type RunnerLimits, createRunners } from './job/job-runners.ts';
import { jobFeature } from './job/job.feature.ts';
import { indexJobs, knowledgeFeature } from './knowledge/knowledge.feature.ts';
import type { SourceReaders } from './knowledge/source-text.ts';
import { personaFeature } from './persona/persona.feature.ts';
import { savedViewFeature } from './saved-view/saved-view.feature.ts';
import { searchFeature } from './search/search.feature.ts';
import type { Plan } from '../access/site-facts.ts';
import { siteFeature } from './site/site.feature.ts';
import { subscriptionFeature } from './subscription/subscription.feature.ts';
import { triggerFeature } from './trigger/trigger.feature.ts';
import type { SsoSettings } from './user/openid-provider.ts';
import { userFeature } from './user/user.feature.ts';
import { videoFeature } from './video/video.feature.ts';
import { webhookFeature } from './webhook/webhook.feature.ts';
import { webhookToolFeature } from './webhook-tool/webhook-tool.feature.ts';

export interface FeatureDependencies extends Ports {
  database: Database;
  /** The fields of a content item in REST answers. */
  itemFragment: FragmentDefinitionNode;
  /** The number of requests that each API key may make, by plan of its site. */
  requestsPerMinute: Readonly<Record<Plan, number>>;
  secrets: SecretBox;
  log: Logger;
  /** Days that traces of chat turns are kept. */
  traceDays: number;
  modelPrices: ModelPrices;
  /** Deadline of a chat turn. */
  chatDeadlineMs: number;
  /** `grantSeconds`: how long an upload URL is good. */
  fileUrls: FileUrlOptions & { grantSeconds: number };
  /** Folder on this machine for videos that are being processed. */
  videoFolder: string;
  limits: RunnerLimits;
  /** The public URL of the service, for links in emails. */
  publicUrl: string;
  adminKey: string;
  /** Signs session cookies. */
  sessionSecret: string;
  /** The OpenID provider of the installation, if there is one. */
  sso: SsoSettings | undefined;
  /** Tells whether this is a developer's machine. */
  isLocal: boolean;
}

const FEATURES = new FeatureList<FeatureDependencies>()
  .add(jobFeature)
  .add(contentTypeFeature)
  .add(siteFeature)
  .add(collectionFeature)
  .add(savedViewFeature)
  .add(knowledgeFeature)
  .add(indexingFeature)
  .add(assetFeature)
  .add(contentFeature)
  .add(subscriptionFeature)
  .add(personaFeature)
  .add(formFeature)
  .add(webhookFeature)
  .add(webhookToolFeature)
  .add(triggerFeature)
  .add(searchFeature)
  .add(agentFeature)
  .add(modelUsageFeature)
  .add(fileFeature)
  .add(videoFeature)
  .add(idempotencyFeature)
  .add(userFeature)
  .add(accessFeature)
  .add(activityFeature);

export const { entities, resolvers: resolverClasses } = FEATURES;

export type Features = ReturnType<typeof createFeatures>;

/** Creates the features and the runners of their jobs. */
export function createFeatures(dependencies: FeatureDependencies) {
  const { services, created } = FEATURES.create(dependencies);
  const readers: SourceReaders = Object.assign({}, ...created.map(({ sources }) => sources));
  const handlers = indexJobs({ ...dependencies, ...services, readers, files: services.assets.removal });
  const work = created.flatMap((feature) => feature.work ?? []);
  const runners = createRunners({ ...dependencies, ...services }, [{ main: { handlers } }, ...work]);
  return { ...services, ...runners, resolvers: created.flatMap(({ resolvers }) => resolvers ?? []) };
}
