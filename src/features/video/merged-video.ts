import { Checks } from '../../shared/checks.ts';
import { decodeSafely } from '../../shared/decode-safely.ts';
import { newId } from '../../shared/ids.ts';
import { withDefaults } from '../../shared/patch.ts';
import { checkRequiredSubscriptions } from '../../access/access.ts';
import type { Persona } from '../persona/persona.types.ts';
import { DEFAULT_ANALYSIS, type AddVideoInput } from './video.inputs.ts';
import type { AnalysisConfig } from './video.entity.ts';
import type { VideoOrigin } from './video-origin.ts';
import type { VideoRow } from './video.rows.ts';

const MAX_NAME_LENGTH = 300;

/** The video as it is to be stored. What is absent stays as it was before. */
export function mergedVideo(input: AddVideoInput, { url, asset }: VideoOrigin, before: VideoRow | null): VideoRow {
  const fileName = input.fileName?.trim() || (before?.fileName ?? asset?.fileName ?? nameInUrl(url));
  const followsFolder = input.accessLevel ? false : (before?.followsFolder ?? true);
  const folderLevel = followsFolder ? asset?.folderAccessLevel : undefined;
  const accessLevel = input.accessLevel ?? folderLevel ?? before?.accessLevel ?? 'public';
  const requiredSubscriptions = input.requiredSubscriptions ?? before?.requiredSubscriptions ?? [];
  const checks = new Checks();
  checkRequiredSubscriptions(checks, accessLevel, requiredSubscriptions);
  checks.throwIfInvalid();
  return {
    id: before?.id ?? newId(),
    url,
    assetId: asset?.id ?? before?.assetId ?? null,
    fileName,
    title: input.title?.trim() || (before?.title ?? (fileName.replace(/\.[^.]+$/, '') || fileName)),
    duration: input.duration ?? before?.duration ?? null,
    language: before?.language ?? null,
    accessLevel,
    requiredSubscriptions,
    followsFolder,
  };
}

/** @param trainer the default persona of the site, whose instructions hold where the video has none of its own */
export function mergeAnalysis(
  { analysisConfig }: AddVideoInput,
  trainer: Pick<Persona, 'appType' | 'videoConfig'> | null,
): AnalysisConfig {
  const instructions = trainer?.appType === 'video-training' ? trainer.videoConfig?.digestionInstructions : null;
  const analysis = withDefaults(DEFAULT_ANALYSIS, analysisConfig ?? {});
  const own = analysis.digestionInstructions?.trim();
  return { ...analysis, digestionInstructions: own || instructions?.trim() || null };
}

/** The last part of the path, or the host. */
function nameInUrl(text: string): string {
  const { pathname, hostname } = new URL(text);
  const last = pathname.split('/').findLast((part) => part !== '') ?? hostname;
  return (decodeSafely(last) ?? last).toWellFormed().replaceAll('\0', '').slice(0, MAX_NAME_LENGTH) || hostname;
}
