import { keyFrameTimes } from './key-frame-times.ts';
import { planSegments } from './plan-segments.ts';
import { insertSegments } from './video-segment.rows.ts';
import type { OpenedVideo, VideoTools, VideoWork } from './video-work.ts';

const SCENES = { from: 15, to: 22 };
const PAUSES = { from: 22, to: 25 };

/** Cuts the video into segments near pauses and scene changes, and chooses their key frames; stores all at once. */
export async function segmentVideo(
  { scope, jobId, config, progress, signal }: VideoWork,
  video: OpenedVideo,
  { media, analyzer }: VideoTools,
): Promise<void> {
  await progress.enter('segmentation');
  const sceneChanges = await progress.during(SCENES, async (onProgress) =>
    video.facts.video ? media.sceneChanges(video.path, { signal, onProgress }) : [],
  );
  const pauses = await progress.during(PAUSES, (onProgress) => video.pauses(onProgress));
  const { duration } = video.facts;
  const segments = planSegments({ duration, segmentDuration: config.segmentDuration, sceneChanges, pauses });
  const planned = segments.map((segment) => ({
    ...segment,
    frameTimes: video.facts.video ? keyFrameTimes(segment, sceneChanges, analyzer.maxFrames) : [],
  }));
  await scope.write((tx) => insertSegments(tx, jobId, planned));
}
