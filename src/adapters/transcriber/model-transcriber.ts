import type { Cue } from '../../ports/media-tools.ts';
import type { Transcriber } from '../../ports/transcriber.ts';
import { ServiceError } from '../../shared/errors.ts';
import { contentError } from '../model-service/content-error.ts';
import { joinTexts } from './join-texts.ts';
import { type SoundSlice, sliceSound } from './sound-slices.ts';
import { tidy, loadTranscript, emptyTranscript } from './subtitles.ts';

/** A model that transcribes one piece of sound at a time. */
export interface SpeechModel {
  name: string;
  /** Why it cannot transcribe a language; undefined if it can. */
  validateLanguage?(language: string): string | undefined;
  /** @param sound as FLAC @param language null if it is not known */
  listen(sound: Uint8Array, language: string | null, signal: AbortSignal | undefined): Promise<Speech>;
}

export interface Speech {
  text: string;
  /** The sentences with times from the start of the slice, if the service gives them. */
  segments?: readonly { text: string; startSecond: number; endSecond: number }[];
  language: string | null;
}

type Part = SoundSlice & { text: string };

/** Limit of the APIs. A piece of 30 seconds has about 1 MB. */
const MAX_BYTES = 25 * 1024 * 1024;

/** Creates a transcriber that cuts the sound of videos without subtitles at pauses and transcribes each slice. */
export function createModelTranscriber({ name, validateLanguage, listen }: SpeechModel): Transcriber {
  return {
    name,
    transcribe: (source, range, options = {}) =>
      loadTranscript(source, range, options, async (spokenLanguage) => {
        const violation = spokenLanguage === null ? undefined : validateLanguage?.(spokenLanguage);
        if (violation !== undefined) return emptyTranscript(spokenLanguage, violation);
        let language = spokenLanguage;
        const slices = sliceSound(range, await source.pauses(options));
        const parts: Part[] = [];
        for (const [index, slice] of slices.entries()) {
          const { startTime, endTime } = slice;
          const sound = await source.sound({ startTime, endTime }, options);
          if (sound.byteLength > MAX_BYTES)
            throw new ServiceError('BAD_REQUEST', 'The sound of the video is too large');
          const speech = await listen(sound, language, options.signal).catch((error: unknown) => {
            throw contentError(error);
          });
          parts.push(...toParts(slice, slices[index + 1], speech));
          language ??= speech.language;
        }
        return { cues: toCues(parts), language, origin: 'model', note: null };
      }),
  };
}

/** The parts of a piece by their times. One that overlaps with its neighbour is joined by its text as a whole. */
function toParts(slice: SoundSlice, next: SoundSlice | undefined, { text: whole, segments = [] }: Speech): Part[] {
  const { startTime, endTime, overlap } = slice;
  if (overlap > 0 || (next?.overlap ?? 0) > 0 || segments.length === 0) return [{ ...slice, text: tidy(whole) }];
  const clampToSlice = (second: number): number => Math.min(endTime, Math.max(startTime, startTime + second));
  return segments
    .map(({ text, startSecond, endSecond }) => ({
      startTime: clampToSlice(startSecond),
      endTime: Math.max(clampToSlice(startSecond), clampToSlice(endSecond)),
      overlap: 0,
      text: tidy(text),
    }))
    .filter(({ text }) => text !== '')
    .toSorted((one, other) => one.startTime - other.startTime);
}

/** A cue for each part that has words. Where parts overlap, what both have is in the first one, which ends there. */
function toCues(parts: readonly Part[]): Cue[] {
  const cues: Cue[] = [];
  for (const { startTime, endTime, overlap, text: own } of parts) {
    const before = cues.at(-1);
    let text = own;
    if (overlap > 0 && before && before.endTime > startTime) {
      [before.text, text] = joinTexts(before.text, text);
      before.endTime = Math.min(before.endTime, startTime + overlap);
    }
    if (text !== '') cues.push({ startTime: Math.max(startTime, before?.endTime ?? 0), endTime, text });
  }
  return cues.filter((cue) => cue.text !== '');
}
