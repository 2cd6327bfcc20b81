import { expect, test } from 'vitest';
import { sourceFiles, sourceOf } from '../../support/imports.ts';

const WRITES = 'a writer changes what it may not read';
const EXPLAINS = 'a refusal tells what is restricted (401, 403) from what is unknown (404)';
const WRITTEN = 'the answer of a write shows the whole of what was written';
const ADMIN = 'the admin key reads what a whole site has stored';
const MEMBERS = 'an owner manages members, which have no access level';
const BACKGROUND = 'work of the service, for no caller';

/** Every place that reaches rows whatever their access level, as `file function`, with its reason. */
const REASONS: Record<string, string> = {
  'src/demo/seed-demo.ts seedDemo': 'makes a caller, who is restricted by its entitlement',
  'src/features/access/authentication.service.ts keyViewer': 'makes a caller, who is restricted by its entitlement',
  'src/features/access/authentication.service.ts memberViewer': 'makes a caller, who is restricted by its entitlement',
  'src/access/viewer.ts constructor': 'where its scopes are made',
  'src/access/viewer.ts derive': 'makes a caller, who is restricted by its entitlement',
  'src/access/read-granted.ts readGranted': EXPLAINS,
  'src/features/activity/activity.service.ts list': ADMIN,
  'src/features/agent/transcript/conversation-list.service.ts deleteConversation': ADMIN,
  'src/features/agent/transcript/conversation-list.service.ts listConversations': ADMIN,
  'src/features/agent/transcript/conversation-list.service.ts readTranscript': ADMIN,
  'src/features/agent/session/session.service.ts recordTurn':
    'stores what was answered, also where a source of it has meanwhile been closed',
  'src/features/asset/asset.service.ts find': `${WRITES}: processing a file by its key`,
  'src/features/asset/asset.service.ts findById': `${WRITES}: processing a file by its id`,
  'src/features/asset/asset.service.ts update': WRITES,
  'src/features/asset/compute-blurhashes.ts computeBlurhashes': BACKGROUND,
  'src/features/asset/delivery.service.ts live': 'a delivery decides by the signature of the URL',
  'src/features/asset/folder.service.ts create': WRITES,
  'src/features/asset/folder.service.ts delete': WRITES,
  'src/features/asset/folder.service.ts update': WRITES,
  'src/features/asset/object-key.ts scopeOfKey': 'each of its callers is listed here',
  'src/features/asset/remove-asset.ts again': BACKGROUND,
  'src/features/asset/remove-asset.ts delete': WRITES,
  'src/features/asset/settle-upload.ts run': BACKGROUND,
  'src/features/asset/resumable-uploads.ts open':
    'the upload URL is the only credential, and says nothing of what is stored',
  'src/features/asset/upload.service.ts begin': WRITES,
  'src/features/asset/upload.service.ts receive':
    'the upload URL is the only credential, and says nothing of what is stored',
  'src/features/asset/upload.service.ts upload': WRITES,
  'src/features/asset/variant-store.ts run': BACKGROUND,
  'src/features/asset/variant-store.ts scopeOf':
    'variants of a file whose delivery was decided by the signature of the URL',
  'src/features/content-type/content-type.service.ts create': WRITES,
  'src/features/content-type/content-type.service.ts delete': WRITES,
  'src/features/content-type/content-type.service.ts previewUpdate':
    'counts values of all items of a type, for callers that see every draft',
  'src/features/content-type/content-type.service.ts update': WRITES,
  'src/features/content-type/content-type.service.ts write': WRITES,
  'src/features/content/content.feature.ts inItsSite': BACKGROUND,
  'src/features/content/changes/content-change.service.ts read':
    'the first reading of a feed makes rows for all items, and counts rows to know where a page ends; what is read has an access level',
  'src/features/content/changes/content-change.service.ts list':
    'one look for all callers of a site says that something has changed, not what',
  'src/features/content/write/put-content.ts putContent': WRITES,
  'src/features/content/draft/draft.service.ts discard': WRITES,
  'src/features/content/draft/draft.service.ts publish': WRITES,
  'src/features/content/draft/draft.service.ts save': WRITES,
  'src/features/content/preview/preview-token.service.ts createPreviewToken': WRITES,
  'src/features/content/preview/preview-token.service.ts revokePreviewToken': WRITES,
  'src/features/content/schedule/schedule.service.ts set': WRITES,
  'src/features/content/schedule/schedule.jobs.ts createScheduleHandler': BACKGROUND,
  'src/features/content/trash/trash.service.ts remove': WRITES,
  'src/features/content/trash/trash.service.ts restore': WRITES,
  'src/features/content/content.service.ts create': WRITES,
  'src/features/content/content.service.ts delete': WRITES,
  'src/features/content/content.service.ts deleteOwnDraft': WRITES,
  'src/features/content/content.service.ts update': WRITES,
  'src/cli/transfer/export-site.ts exportSite': 'the operator exports whole sites',
  'src/features/content/fields/custom-fields.external-ids.ts idsByExternalId': `${WRITES}: references to items by their externalId`,
  'src/features/file/file.service.ts processFile': WRITES,
  'src/features/site-schema/type-of-item.rows.ts assertType': `${WRITES}: an item through a mutation of its type`,
  'src/features/form/form-submission.service.ts counts': 'submissions have no access level',
  'src/features/form/form-submission.service.ts delete': 'submissions have no access level',
  'src/features/form/form-submission.service.ts get': 'submissions have no access level',
  'src/features/form/form-submission.service.ts list': 'submissions have no access level',
  'src/features/indexing/indexing.service.ts retryIndexing': `${WRITES}; ${WRITTEN}`,
  'src/features/processing-job/processing-job.service.ts cancel': WRITES,
  'src/features/processing-job/processing-job.service.ts retry': WRITES,
  'src/features/processing-job/processing-job.service.ts unrestricted': `${WRITES}; ${WRITTEN}`,
  'src/features/knowledge/embedding/change-embedder.ts fill': 'fills an index with the chunks of a site',
  'src/features/knowledge/document.service.ts create': WRITES,
  'src/features/knowledge/document.service.ts delete': WRITES,
  'src/features/knowledge/document.service.ts update': WRITES,
  'src/features/knowledge/document.service.ts written': WRITTEN,
  'src/features/knowledge/indexing/index-source.ts runBatch': BACKGROUND,
  'src/features/knowledge/reconcile-jobs.ts enqueueReconciliation': BACKGROUND,
  'src/features/knowledge/reconcile-index.ts feedAll': BACKGROUND,
  'src/features/knowledge/reconcile-index.ts passOn': BACKGROUND,
  'src/features/knowledge/reconcile-index.ts reconcile': BACKGROUND,
  'src/features/knowledge/reconcile-index.ts restoreLatest': BACKGROUND,
  'src/features/knowledge/reconcile-index.ts restoreReach': BACKGROUND,
  'src/features/knowledge/embedding/requeue.ts requeueFailedSources': BACKGROUND,
  'src/features/knowledge/embedding/requeue.ts requeueAll': BACKGROUND,
  'src/features/file/process-file.ts run': BACKGROUND,
  'src/features/file/process-file.ts failed': BACKGROUND,
  'src/features/video/process-video.ts run': BACKGROUND,
  'src/features/user/invitation.service.ts invite': MEMBERS,
  'src/features/user/invitation.service.ts list': MEMBERS,
  'src/features/user/invitation.service.ts revoke': MEMBERS,
  'src/features/user/member.service.ts change': MEMBERS,
  'src/features/video/process-video.ts failed': BACKGROUND,
  'src/features/knowledge/indexing/index-source.ts run': BACKGROUND,
  'src/features/knowledge/indexing/index-source.ts failed': BACKGROUND,
  'src/features/knowledge/indexing/index-source.ts waiting': BACKGROUND,
  'src/features/job/job.service.ts jobScope': BACKGROUND,
  'src/features/webhook/deliver-webhooks.ts run': BACKGROUND,
  'src/features/webhook/dispatch-webhooks.ts run': BACKGROUND,
  'src/features/video/video.service.ts add': WRITES,
  'src/features/video/video.service.ts delete': WRITES,
};

const USE = /\.unrestrictedScope\b|\.forSite\(|\b(?:jobScope|scopeOfKey)\(/;
/** A function, or a method of a class; a line that ends a statement is a call. */
const OPENING =
  /^(?:export )?(?:async )?function\*? (\w+)|^ {2}(?:(?:private|static|async) )*(\w+)(?:<[^>]*>)?\((?!.*;$)/;

test('rows whatever their access level are reached only where a reason is known', () => {
  const places = sourceFiles()
    .filter((file) => !file.startsWith('src/database/') && !file.startsWith('src/features/site/'))
    .flatMap(usesIn);
  expect([...new Set(places)].toSorted()).toEqual(Object.keys(REASONS).toSorted());
});

function usesIn(file: string): string[] {
  const lines = sourceOf(file).split('\n');
  let current = '';
  return lines.flatMap((line) => {
    const [, name, method] = OPENING.exec(line) ?? [];
    current = name ?? method ?? current;
    return USE.test(line) ? [`${file} ${current}`] : [];
  });
}
