import { ACCESS_LEVELS, type AccessLevel } from '../../../src/access/access-level.ts';
import type { TestSite } from '../../support/site.ts';
import { upload } from '../asset/uploading.ts';
import { Mirror } from '../content/change-mirror.ts';
import { processFile } from '../file/processing.ts';
import { COMMON_WORD } from './world.ts';

/** One thing of each kind at one level; each of them holds the secret where a teaser has nothing. */
export interface GuardedThings {
  level: AccessLevel;
  required: string[];
  secret: string;
  content: string;
  knowledgeDocument: string;
  asset: string;
  fileProcessingJob: string;
  videoJob: string;
  /** Folders know no subscriptions. */
  assetFolder: string | null;
}

/** Things of each access level, and the item that refers to all of them, and that they are translations of. */
export async function createThings(site: TestSite): Promise<{ things: GuardedThings[]; hub: string }> {
  await site.create('/content-types', {
    name: 'Node',
    slug: 'node',
    fields: [{ name: 'related', label: 'Related', type: 'references' }],
  });
  const hub = (await site.create('/content', { externalId: 'hub', type: 'node', title: 'hub' }))._id;
  const things: GuardedThings[] = [];
  for (const level of ACCESS_LEVELS) {
    things.push(await create(site, { hub, level, count: things.length }));
  }
  const related = things.map(({ content }) => content);
  await site.put(`/content/${hub}`, { customFields: { related } });
  await new Mirror(site).catchUp(site);
  await site.indexed();
  return { things, hub };
}

async function create(
  site: TestSite,
  { hub, level, count }: { hub: string; level: AccessLevel; count: number },
): Promise<GuardedThings> {
  const secret = `zq${level}`;
  const text = `The ${COMMON_WORD} of ${secret} is here.`;
  const required = level === 'subscription' ? ['gold'] : [];
  const access = { accessLevel: level, requiredSubscriptions: required };
  const { _id: content } = await site.create('/content', {
    ...access,
    externalId: `item ${count}`,
    title: `item ${count}`,
    type: 'node',
    status: 'published',
    language: ['de', 'es', 'fr', 'it', 'pt'][count],
    translationOf: hub,
    content: text,
    url: `https://example.org/${secret}`,
    metadata: { note: secret },
    customFields: { note: secret },
    videoMetadata: { duration: 60, streamUrl: `https://example.org/${secret}` },
  });
  await trash(site, access, secret);
  await schedule(site, content, secret);
  await site.put(`/content/${content}/draft`, { metadata: { note: `${secret} drafted` } });
  await site.put(`/content/${content}`, { metadata: { note: `${secret} changed` } });
  const { id: document } = await site.create('/knowledge/documents', { ...access, title: secret, content: text });
  const folder = { name: secret, slug: secret, description: secret, metadata: { note: secret }, accessLevel: level };
  const assetFolder = level === 'subscription' ? null : (await site.create('/assets/folders', folder))._id;
  const key = await upload(site, `${secret}.txt`, text, assetFolder ? { folderId: assetFolder } : {});
  const { body } = await processFile(site, key, `${secret}.txt`, level === 'subscription' ? access : {});
  return {
    level,
    required,
    secret,
    content,
    assetFolder,
    knowledgeDocument: document,
    asset: key,
    fileProcessingJob: body.data.jobId,
    videoJob: await cancelledVideo(site, { ...access, title: secret, videoUrl: `https://video.invalid/${secret}.mp4` }),
  };
}

/** A deleted item of the same access level. */
async function trash(site: TestSite, access: object, secret: string): Promise<void> {
  const { _id } = await site.create('/content', {
    ...access,
    externalId: `deleted ${secret}`,
    title: secret,
    type: 'node',
  });
  await site.delete(`/content/${_id}`);
}

/** As if the item could not be unpublished. */
async function schedule(site: TestSite, content: string, reason: string): Promise<void> {
  await site.put(`/content/${content}/schedule`, { unpublishAt: new Date(Date.now() + 10_000_000).toISOString() });
  const failed = 'update content_schedule set failed_reason = $2 where item_id = $1';
  await site.service.app.database.forSite(site.id, 'background').change(failed, [content, reason]);
}

/** Cancelled, because nothing is there to be fetched. */
async function cancelledVideo(site: TestSite, video: object): Promise<string> {
  const { jobId } = await site.create<{ jobId: string }>('/knowledge/video', video);
  await site.graphql('mutation ($id: ID!) { cancelVideoProcessing(id: $id) { id } }', { id: jobId });
  return jobId;
}
