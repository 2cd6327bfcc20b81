import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { useFolder } from '../../support/make-video.ts';
import { use } from '../../../support/use.ts';
import { useOwnService, useSite } from '../../../support/use-service.ts';
import { HARBOUR, makeTalk } from './lecture.ts';
import { startVideoServer } from './video-server.ts';
import { type JobChange, addVideo, changes } from '../../../features/video/videos.ts';
import { needs } from '../../../support/needs.ts';

const REQUEST_SECONDS = 2;

const folder = useFolder();
const host = use(async () => {
  await makeTalk(folder.path, 'talk.mp4', HARBOUR.slice(0, 1));
  return startVideoServer(folder.path);
});
const service = useOwnService(() => ({
  OUTBOUND_ALLOW_HOSTS: host.host,
  REQUEST_TIMEOUT_SECONDS: String(REQUEST_SECONDS),
}));
const site = useSite(service);

test('a job is followed for longer than any other request may take', needs('ffmpeg'), async () => {
  host.stalled.add('talk.mp4');
  const jobId = await addVideo(site, host.urlOf('talk.mp4'));
  const seen: JobChange[] = [];
  const following = (async () => {
    for await (const change of changes(site, jobId)) seen.push(change);
  })();
  await delay((REQUEST_SECONDS + 2) * 1000);
  await site.graphql('mutation ($id: ID!) { cancelVideoProcessing(id: $id) { id } }', { id: jobId });
  await following;
  expect(seen.at(-1)).toMatchObject({ state: 'cancelled' });
});
