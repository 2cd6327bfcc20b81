import { isId } from '../../../shared/ids.ts';
import type { Viewer } from '../../../access/viewer.ts';
import type { VideoLinks } from '../../video/video-links.service.ts';
import { videoOriginById } from '../../video/video.loaders.ts';
import type { ChatAction } from '../agent.types.ts';
import type { Evidence } from '../retrieval/evidence.ts';

/**
 * Completes actions that play a video: without a time of their own they start where the first of the passages does that
 * is of their video, and they get the URL to play. A video is known by its id, that of its file, or its URL.
 * @param passages of the answer, the cited ones first
 */
export async function completePlayVideo(
  viewer: Viewer,
  videoLinks: VideoLinks,
  actions: readonly ChatAction[],
  passages: readonly Evidence[],
): Promise<ChatAction[]> {
  const videos = passages.filter(({ source }) => source === 'video');
  if (videos.length === 0 || !actions.some(({ type }) => type === 'play_video')) return [...actions];
  return Promise.all(
    actions.map(async (action) => {
      const { type, payload } = action;
      if (type !== 'play_video' || typeof payload['videoId'] !== 'string') return action;
      const passage = await findPassage(viewer, videoLinks, payload['videoId'], videos);
      if (!passage) return action;
      const timestamp = typeof payload['timestamp'] === 'number' ? payload['timestamp'] : (passage.startTime ?? 0);
      const url = await videoLinks.urlAtSecond(viewer, passage.sourceId, timestamp);
      return { ...action, payload: { ...payload, timestamp, ...(url === null ? {} : { url }) } };
    }),
  );
}

async function findPassage(
  viewer: Viewer,
  videoLinks: VideoLinks,
  reference: string,
  passages: readonly Evidence[],
): Promise<Evidence | null> {
  const name = videoLinks.nameVideo(viewer, reference);
  const ids = [...new Set(passages.map(({ sourceId }) => sourceId))];
  const origins = await viewer.loader(videoOriginById).loadMany(ids);
  const isNamed = (id: string) => {
    const origin = origins[ids.indexOf(id)];
    if (!origin || origin instanceof Error) return id === name.id;
    if (isId(reference)) return id === name.id || origin.assetId === name.id;
    return origin.url === name.url || (name.key !== null && origin.key === name.key);
  };
  return passages.find(({ sourceId }) => isNamed(sourceId)) ?? null;
}
