import type { Transcriber } from '../../ports/transcriber.ts';
import { transcriptOf, untranscribed } from './subtitles.ts';

const NO_SUBTITLES = 'The video has no subtitles, and no model is configured that transcribes speech';

/** Reads subtitles, and recognizes no speech. */
export function createLocalTranscriber(): Transcriber {
  return {
    name: 'subtitles',
    transcribe: (recording, range, options = {}) =>
      transcriptOf(recording, range, options, async (language) => untranscribed(language, NO_SUBTITLES)),
  };
}
