import type { Transcriber } from '../../ports/transcriber.ts';
import { overlaid } from '../../shared/overlaid.ts';
import { aboutCall, callOptions } from '../model-calls.ts';
import { observe } from '../record.ts';

/** Records transcriptions of parts of videos, without texts. */
export function observedTranscriber(transcriber: Transcriber, provider: string): Transcriber {
  const about = aboutCall('transcribe', provider, transcriber.name);
  return overlaid(transcriber, {
    transcribe: (recording, range, options) =>
      observe(`transcribe ${transcriber.name}`, callOptions(about), async (span, labels) => {
        const transcript = await transcriber.transcribe(recording, range, options);
        labels['lectern.transcript.origin'] = transcript.origin;
        span.setAttributes({ 'lectern.transcript.cues': transcript.cues.length });
        return transcript;
      }),
  });
}
