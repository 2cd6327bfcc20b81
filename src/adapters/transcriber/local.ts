import type { Transcriber } from '../../ports/transcriber.ts';
import { languageCode } from '../../text/text-language.ts';
import { readSubtitles } from './subtitles.ts';

const NO_SUBTITLES = 'The video has no subtitles, and no model is configured that transcribes speech';
const NO_SOUND = 'The video has no subtitles and no sound';

/** Reads subtitles, and recognizes no speech. */
export function createLocalTranscriber(): Transcriber {
  return {
    name: 'subtitles',
    async transcribe(recording, range, options = {}) {
      options.signal?.throwIfAborted();
      const subtitles = await readSubtitles(recording, range, options);
      if (subtitles) return subtitles;
      const note = recording.hasSound ? NO_SUBTITLES : NO_SOUND;
      return { cues: [], language: languageCode(recording.language), origin: 'none', note };
    },
  };
}
