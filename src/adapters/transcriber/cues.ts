import type { Cue } from '../../ports/media-tools.ts';
import { joinTexts } from './join-texts.ts';
import type { Piece } from './pieces.ts';

/** A cue for each piece that has words. Where pieces overlap, what both have is in the first one, which ends there. */
export function cuesOf(pieces: readonly Piece[], texts: readonly string[]): Cue[] {
  const cues: Cue[] = [];
  for (const [at, { startTime, endTime, overlap }] of pieces.entries()) {
    const before = cues.at(-1);
    let text = texts[at] ?? '';
    if (overlap > 0 && before && before.endTime > startTime) {
      [before.text, text] = joinTexts(before.text, text);
      before.endTime = Math.min(before.endTime, startTime + overlap);
    }
    if (text !== '') cues.push({ startTime: Math.max(startTime, before?.endTime ?? 0), endTime, text });
  }
  return cues.filter((cue) => cue.text !== '');
}
