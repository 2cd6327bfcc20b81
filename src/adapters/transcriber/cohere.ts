import type { CohereClientV2 } from 'cohere-ai';
import { z } from 'zod';
import type { TimeRange } from '../../ports/media-tools.ts';
import type { Recording, Transcriber, Transcript } from '../../ports/transcriber.ts';
import { ServiceError } from '../../shared/errors.ts';
import { languageCode } from '../../text/text-language.ts';
import { callCohere } from '../cohere/call.ts';
import { type CohereAccess, createCohereClient } from '../cohere/client.ts';
import { contentError } from '../model-service/content-error.ts';
import { COHERE_TRANSCRIPTION_MODEL } from '../cohere/models.ts';
import { cuesOf } from './cues.ts';
import { type Piece, planPieces } from './pieces.ts';
import { type Listen, isSupported, transcribeFirst } from './language-detection.ts';
import { readSubtitles, tidy } from './subtitles.ts';

export interface CohereTranscriberOptions extends CohereAccess {
  model?: string;
  /** For one piece with all its retries. */
  deadlineMs?: number;
}

interface Options {
  signal?: AbortSignal;
}

/** Limit of the API. A piece of 30 seconds has about 1 MB. */
const MAX_BYTES = 25 * 1024 * 1024;
const NO_SOUND = 'The video has no subtitles and no sound';

/**
 * Cohere's Transcribe, for videos without subtitles. It returns a text without times, so the sound is cut at pauses and
 * each piece becomes a cue.
 */
export function createCohereTranscriber(options: CohereTranscriberOptions): Transcriber {
  const { model = COHERE_TRANSCRIPTION_MODEL, deadlineMs = 60_000 } = options;
  const client = createCohereClient(options);
  return {
    name: `cohere/${model}`,
    async transcribe(recording, range, given = {}): Promise<Transcript> {
      given.signal?.throwIfAborted();
      const subtitles = await readSubtitles(recording, range, given);
      if (subtitles) return subtitles;
      const known = languageCode(recording.language);
      if (!recording.hasSound) return { cues: [], language: known, origin: 'none', note: NO_SOUND };
      if (known !== null && !isSupported(known)) {
        const note = `The model ${model} does not transcribe the language ${known}`;
        return { cues: [], language: known, origin: 'none', note };
      }
      const pieces = planPieces(range, await recording.pauses(given));
      const listen = listener({ client, model, deadlineMs, recording, options: given });
      const { texts, language } = await transcribeAll(pieces, known, listen);
      return { cues: cuesOf(pieces, texts), language, origin: 'model', note: null };
    },
  };
}

async function transcribeAll(
  pieces: readonly Piece[],
  known: string | null,
  listen: Listen,
): Promise<{ texts: string[]; language: string | null }> {
  const texts: string[] = [];
  let language = known;
  for (const piece of pieces) {
    const first = language === null ? await transcribeFirst(piece, listen) : null;
    texts.push(first?.text ?? (await listen(piece, language ?? '')));
    language ??= first?.language ?? null;
  }
  return { texts, language };
}

interface Listening {
  client: CohereClientV2;
  model: string;
  deadlineMs: number;
  recording: Recording;
  options: Options;
}

const answerSchema = z.object({ text: z.string().max(100_000) });

function listener({ client, model, deadlineMs, recording, options }: Listening): Listen {
  return async (range: TimeRange, language: string) => {
    const sound = await recording.sound({ startTime: range.startTime, endTime: range.endTime }, options);
    if (sound.byteLength > MAX_BYTES) throw new ServiceError('BAD_REQUEST', 'The sound of the video is too large');
    const { text } = await callCohere(
      // Streams and buffers are sent without their content or without a name; a File is sent with both.
      async (abortSignal) => {
        const file = new File([new Uint8Array(sound)], 'sound.flac', { type: 'audio/flac' });
        return answerSchema.parse(await client.audio.transcriptions.create(file, { model, language }, { abortSignal }));
      },
      { dependency: 'transcriber', deadlineMs, signal: options.signal },
    ).catch((error: unknown) => Promise.reject(contentError(error)));
    return tidy(text);
  };
}
