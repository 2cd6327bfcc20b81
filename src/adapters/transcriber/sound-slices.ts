import type { TimeRange } from '../../ports/media-tools.ts';

/** A piece of sound to transcribe. */
export interface SoundSlice extends TimeRange {
  /** Seconds at its beginning that the piece before has too, because there is no pause between them. */
  overlap: number;
}

/** A piece ends at the first pause after this many seconds, and after at most `MAX_SECONDS`. */
const MIN_SECONDS = 10;
const MAX_SECONDS = 30;
const OVERLAP_SECONDS = 2;
/** A longer pause ends every piece, so that the times of what is said before and after it stay exact. */
const LONG_PAUSE_SECONDS = 2;
/** Sound around speech that is kept, because its first and last letters are often quiet. */
const MARGIN_SECONDS = 0.25;
/** Shorter sounds between pauses are noises. */
const MIN_SOUND_SECONDS = 0.15;

/**
 * Cuts a range at the pauses in its sound into pieces of 10 to 30 seconds, shorter ones between long pauses. Sound
 * without a pause is cut into equal pieces that overlap. Pauses belong to no piece.
 */
export function sliceSound(range: TimeRange, pauses: readonly TimeRange[]): SoundSlice[] {
  const slices: SoundSlice[] = [];
  for (const sound of splitAtPauses(range, pauses)) {
    const last = slices.at(-1);
    if (last && canMerge(last, sound)) last.endTime = sound.endTime;
    else slices.push(...cutEvenly(sound));
  }
  return slices.map((slice) => withMargins(slice, range));
}

function splitAtPauses({ startTime, endTime }: TimeRange, pauses: readonly TimeRange[]): TimeRange[] {
  const sounds: TimeRange[] = [];
  let from = startTime;
  for (const pause of [...pauses, { startTime: endTime, endTime }]) {
    const to = Math.min(pause.startTime, endTime);
    if (to - from >= MIN_SOUND_SECONDS) sounds.push({ startTime: from, endTime: to });
    from = Math.max(from, pause.endTime);
  }
  return sounds;
}

function canMerge(slice: SoundSlice, sound: TimeRange): boolean {
  const isClose = sound.startTime - slice.endTime <= LONG_PAUSE_SECONDS;
  const isShort = slice.endTime - slice.startTime < MIN_SECONDS;
  return isClose && isShort && sound.endTime - slice.startTime <= MAX_SECONDS;
}

function cutEvenly({ startTime, endTime }: TimeRange): SoundSlice[] {
  const length = endTime - startTime;
  if (length <= MAX_SECONDS) return [{ startTime, endTime, overlap: 0 }];
  const count = Math.ceil((length - OVERLAP_SECONDS) / (MAX_SECONDS - OVERLAP_SECONDS));
  const step = (length - OVERLAP_SECONDS) / count;
  return Array.from({ length: count }, (_, index) => ({
    startTime: startTime + index * step,
    endTime: startTime + (index + 1) * step + OVERLAP_SECONDS,
    overlap: index === 0 ? 0 : OVERLAP_SECONDS,
  }));
}

function withMargins(slice: SoundSlice, range: TimeRange): SoundSlice {
  return {
    ...slice,
    startTime: Math.max(range.startTime, slice.startTime - MARGIN_SECONDS),
    endTime: Math.min(range.endTime, slice.endTime + MARGIN_SECONDS),
  };
}
