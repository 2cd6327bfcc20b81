import type { ModelDocument } from '../../../ports/language-model.ts';
import type { Technique } from '../../../ports/video-analyzer.ts';
import { clockTime } from '../citation/language/clock-time.ts';
import type { Viewer } from '../../../access/viewer.ts';
import type { Persona } from '../../persona/persona.types.ts';
import { techniquesOfVideos } from '../../video/technique.rows.ts';
import type { Evidence } from './evidence.ts';

const WATCHED_NOW = 'the visitor is watching this part of the video now';
/** Techniques of one passage that the model is given. */
const MAX_TECHNIQUES = 10;

/**
 * Passages as the model gets them: those of a video with their time and, where the persona names techniques, with those
 * that are shown in that time.
 */
export async function modelDocuments(
  viewer: Viewer,
  persona: Persona | null,
  evidence: readonly Evidence[],
): Promise<ModelDocument[]> {
  const namesTechniques = persona?.appType === 'video-training' && persona.videoConfig?.techniqueHighlighting === true;
  const videos = namesTechniques ? evidence.filter(({ source }) => source === 'video') : [];
  const techniques = await techniquesOfVideos(viewer, [...new Set(videos.map(({ sourceId }) => sourceId))]);
  return evidence.map((passage) => {
    const { id, title, section, text, isCurrent } = passage;
    const details = passageDetails(passage, techniques.get(passage.sourceId) ?? []);
    return { id, title, section, text, isCurrent, ...(Object.keys(details).length > 0 ? { details } : {}) };
  });
}

function passageDetails(
  { startTime, endTime, isCurrent }: Evidence,
  techniques: readonly Technique[],
): Record<string, string> {
  if (startTime === null || endTime === null) return {};
  const visible = techniques.filter((each) => each.startTime < endTime && each.endTime > startTime);
  const names = visible.slice(0, MAX_TECHNIQUES).map((each) => `${each.name} (${clockTime(each.startTime)})`);
  return {
    time: `${clockTime(startTime)} to ${clockTime(endTime)}`,
    ...(names.length > 0 ? { techniques: names.join(', ') } : {}),
    ...(isCurrent ? { position: WATCHED_NOW } : {}),
  };
}
