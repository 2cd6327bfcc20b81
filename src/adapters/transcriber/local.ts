import type { Transcriber } from '../../ports/transcriber.ts';
import { loadTranscript, emptyTranscript } from './subtitles.ts';

const NO_SUBTITLES = 'The video has no subtitles, and no model is configured that transcribes speech';

/** Reads subtitles, and recognizes no speech. */
export function createLocalTranscriber(): Transcriber {
  return {
    name: 'subtitles',
    transcribe: (source, range, options = {}) =>
      loadTranscript(source, range, options, async (language) => emptyTranscript(language, NO_SUBTITLES)),
  };
}
