import type { FragmentDefinitionNode } from 'graphql';
import type { Database, Scope } from '../../database/database.ts';
import type { AssetService } from '../asset/asset.service.ts';
import { defineFeature } from '../feature.ts';
import type { JobHandler } from '../job/job-handler.ts';
import { type Job, type JobService, jobScope } from '../job/job.service.ts';
import type { SourceService } from '../knowledge/source.service.ts';
import { createFieldExpander } from '../reference/reference.service.ts';
import { AssetUsesResolver } from './asset-use/asset-uses.resolver.ts';
import { changeFields } from './fields/change-fields.ts';
import { indexSite } from './source/search-terms.ts';
import { removeOldDeletions } from './changes/content-change.rows.ts';
import { ContentChangeResolver } from './changes/content-change.resolver.ts';
import { ContentChangeService } from './changes/content-change.service.ts';
import { ContentHistoryResolver } from './history/content-history.resolver.ts';
import { ContentHistoryService } from './history/content-history.service.ts';
import { ContentVersionEntity } from './history/content-version.entity.ts';
import { contentKnowledge, syncType } from './source/content-source.ts';
import { ContentItemEntity } from './content.entity.ts';
import { ContentItemResolver } from './content-item.resolver.ts';
import { ContentResolver } from './content.resolver.ts';
import { ContentDraftEntity } from './content-draft.entity.ts';
import { draftKnowledge } from './draft/draft-knowledge.ts';
import { DraftResolver } from './draft/draft.resolver.ts';
import { DraftService } from './draft/draft.service.ts';
import { clearFieldIndex, fillFieldIndexes } from './fields/update-field-values.ts';
import { ContentService } from './content.service.ts';
import { PreviewTokenEntity } from './preview/preview-token.entity.ts';
import { PreviewTokenResolver } from './preview/preview-token.resolver.ts';
import { removeExpiredTokens } from './preview-token.rows.ts';
import { ContentScheduleEntity } from './schedule/content-schedule.entity.ts';
import { createScheduleHandler } from './schedule/schedule.jobs.ts';
import { ScheduleResolver } from './schedule/schedule.resolver.ts';
import { enqueueDueSchedules } from './schedule/schedule.rows.ts';
import { ScheduleService } from './schedule/schedule.service.ts';
import { removeExpired } from './trash/trash.rows.ts';
import { TrashResolver } from './trash/trash.resolver.ts';
import { TrashService } from './trash/trash.service.ts';
import { TrashedContentEntity } from './trash/trashed-content.entity.ts';
import { DraftValueErrorsResolver, ValueErrorsResolver } from './fields/value-errors.resolver.ts';

interface ContentDependencies {
  database: Database;
  /** The fields of an item in REST answers. */
  itemFragment: FragmentDefinitionNode;
  jobs: JobService;
  sources: SourceService;
  assets: { assets: AssetService };
}

export const contentFeature = defineFeature({
  entities: [
    ContentItemEntity,
    ContentVersionEntity,
    TrashedContentEntity,
    ContentScheduleEntity,
    ContentDraftEntity,
    PreviewTokenEntity,
  ],
  resolvers: [
    ContentResolver,
    ContentItemResolver,
    ContentHistoryResolver,
    ContentChangeResolver,
    TrashResolver,
    ScheduleResolver,
    DraftResolver,
    PreviewTokenResolver,
    AssetUsesResolver,
    ValueErrorsResolver,
    DraftValueErrorsResolver,
  ],
  create: ({ database, itemFragment, jobs, sources, assets }: ContentDependencies) => {
    const contents = new ContentService(sources);
    return {
      services: { contents },
      resolvers: [
        new ContentResolver(contents),
        new ContentItemResolver(createFieldExpander(assets.assets, itemFragment)),
        new ContentHistoryResolver(new ContentHistoryService(contents)),
        new ContentChangeResolver(new ContentChangeService()),
        new TrashResolver(new TrashService(sources)),
        new ScheduleResolver(new ScheduleService(jobs)),
        new DraftResolver(new DraftService(contents, sources)),
        new PreviewTokenResolver(),
        new AssetUsesResolver(),
        new ValueErrorsResolver(),
        new DraftValueErrorsResolver(),
      ],
      sources: { content: contentKnowledge, draft: draftKnowledge },
      work: {
        timed: {
          maintenance: () => enqueueDueSchedules(database.system, (deliveries) => jobs.dispatch(deliveries)),
          handlers: { 'apply-content-schedule': createScheduleHandler({ database, jobs }) },
        },
        main: {
          maintenance: async () => {
            await removeExpired(database.system);
            await removeOldDeletions(database.system);
            await removeExpiredTokens(database.system);
          },
          handlers: {
            'sync-content-type': runInJobSite(database, (scope, { key }, signal) =>
              syncType(sources, scope, key, signal),
            ),
            'change-fields': runInJobSite(database, (scope, { key }, signal) => changeFields(jobs, scope, key, signal)),
            'index-fields': runInJobSite(database, (scope, { key }, signal) => fillFieldIndexes(scope, key, signal)),
            'clear-field-index': runInJobSite(database, (scope, { key }, signal) =>
              clearFieldIndex(scope, key, signal),
            ),
            'index-content-text': runInJobSite(database, (scope, _job, signal) => indexSite(scope, signal)),
          },
        },
      },
    };
  },
});

function runInJobSite(
  database: Database,
  run: (scope: Scope, job: Job, signal: AbortSignal) => ReturnType<JobHandler['run']>,
): JobHandler {
  return { run: (job, signal) => run(jobScope(database, job), job, signal) };
}
