import type { VideoAnalyzer } from '../../../ports/video-analyzer.ts';
import type { AnalysisConfig, SkippedPart, StoredVideoResult } from '../video.entity.ts';
import type { SegmentFindings } from './segment.rows.ts';

const MAX_TECHNIQUES = 500;

/** Returns what a job has found, and what it could not find out. */
export function toVideoResult(
  segments: readonly SegmentFindings[],
  config: AnalysisConfig,
  analyzer: Pick<VideoAnalyzer, 'describes'>,
): StoredVideoResult & { language: string | null } {
  const techniques = segments.flatMap((segment) => segment.techniques.map(({ name }) => name));
  return {
    totalSegments: segments.length,
    techniques: [...new Set(techniques)].slice(0, MAX_TECHNIQUES),
    skipped: [
      ...describeSkips(config, analyzer),
      ...countReasons('analysis', segments, ({ failure }) => failure),
      ...(config.extractAudio
        ? countReasons('transcription', segments, ({ origin, note }) => (origin === 'none' ? note : null))
        : [{ what: 'transcription', reason: 'extractAudio is false' }]),
    ],
    language: mostFrequent(segments.flatMap(({ language }) => language ?? [])),
  };
}

function describeSkips({ detectTechniques }: AnalysisConfig, { describes }: { describes: boolean }): SkippedPart[] {
  if (describes) return [];
  const reason = 'No model that describes pictures is configured';
  return [{ what: 'descriptions', reason }, ...(detectTechniques ? [{ what: 'techniques', reason }] : [])];
}

/** Each reason once, with the number of segments if it does not concern all of them. */
function countReasons(
  what: string,
  segments: readonly SegmentFindings[],
  findReason: (segment: SegmentFindings) => string | null,
): SkippedPart[] {
  const reasons = segments.flatMap((segment) => findReason(segment) ?? []);
  return [...Map.groupBy(reasons, (reason) => reason)].map(([reason, { length }]) => ({
    what,
    reason: length === segments.length ? reason : `${length} of ${segments.length} segments: ${reason}`,
  }));
}

function mostFrequent(values: readonly string[]): string | null {
  const groups = [...Map.groupBy(values, (value) => value)];
  return groups.toSorted(([, one], [, other]) => other.length - one.length)[0]?.[0] ?? null;
}
