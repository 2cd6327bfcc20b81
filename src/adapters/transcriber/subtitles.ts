import type { Cue, TimeRange } from '../../ports/media-tools.ts';
import type { SpeechSource, Transcript } from '../../ports/transcriber.ts';
import { storableText } from '../../shared/storable.ts';
import { languageCode, languageOfText } from '../../text/text-language.ts';

const MAX_CUE_LENGTH = 10_000;
/** Characters that show the language of subtitles. */
const SAMPLE_LENGTH = 4_000;

/** The part of the subtitles that begins in the range or, if the video has none but sound, what `listen` returns. */
export async function loadTranscript(
  source: SpeechSource,
  range: TimeRange,
  options: { signal?: AbortSignal },
  listen: (language: string | null) => Promise<Transcript>,
): Promise<Transcript> {
  options.signal?.throwIfAborted();
  const all = (await source.subtitles(options)) ?? [];
  const language = languageCode(source.language);
  if (all.length > 0) {
    const sample = all.map(({ text }) => text).join('\n');
    const detectedLanguage = languageOfText(sample.slice(0, SAMPLE_LENGTH));
    return { cues: selectCues(all, range), language: detectedLanguage ?? language, origin: 'subtitles', note: null };
  }
  return source.hasSound ? listen(language) : emptyTranscript(language, 'The video has no subtitles and no sound');
}

/** @param note why there is no text */
export function emptyTranscript(language: string | null, note: string): Transcript {
  return { cues: [], language, origin: 'none', note };
}

/**
 * The cues that begin in the range, in order. A cue that is shown longer belongs to the range in
 * which it begins, so that it occurs in one of several ranges only.
 */
function selectCues(all: readonly Cue[], { startTime, endTime }: TimeRange): Cue[] {
  return all
    .filter((cue) => cue.startTime >= startTime && cue.startTime < endTime)
    .map((cue) => ({ ...cue, endTime: Math.min(endTime, Math.max(cue.startTime, cue.endTime)), text: tidy(cue.text) }))
    .filter(({ text }) => text !== '')
    .toSorted((one, other) => one.startTime - other.startTime);
}

/** Text that can be stored, in one line. */
export function tidy(text: string): string {
  return storableText(text).replaceAll(/\s+/g, ' ').trim().slice(0, MAX_CUE_LENGTH).toWellFormed();
}
