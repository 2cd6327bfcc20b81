import { APICallError, type TranscriptionModelV4 } from '@ai-sdk/provider';
import type { Recording, Transcriber, Transcript } from '../../ports/transcriber.ts';
import { ServiceError } from '../../shared/errors.ts';
import { languageCode } from '../../text/text-language.ts';
import { callAiSdk, isConnectionError } from '../ai-sdk/call.ts';
import { type ProviderAccess, openTranscriptionModel } from '../ai-sdk/provider.ts';
import { contentError } from '../model-service/content-error.ts';
import { cuesOf } from './cues.ts';
import { type Piece, planPieces } from './pieces.ts';
import { readSubtitles, tidy } from './subtitles.ts';

export interface AiSdkTranscriberOptions extends ProviderAccess {
  model: string;
  /** For one piece with all its retries. */
  deadlineMs?: number;
}

/** The speech of a piece, with the times of its parts if the service gives them. */
interface Speech {
  text: string;
  segments: readonly { text: string; startSecond: number; endSecond: number }[];
  language: string | null;
}

/** Limit of OpenAI's API. A piece of 30 seconds has about 1 MB. */
const MAX_BYTES = 25 * 1024 * 1024;
const MAX_TEXT_LENGTH = 100_000;
const NO_SOUND = 'The video has no subtitles and no sound';

/** Whisper and its like, at OpenAI or at a server with its protocol, for videos without subtitles. */
export async function openAiSdkTranscriber(options: AiSdkTranscriberOptions): Promise<Transcriber> {
  const model = await openTranscriptionModel(options, options.model);
  return {
    name: `${options.provider}/${options.model}`,
    async transcribe(recording, range, given = {}): Promise<Transcript> {
      given.signal?.throwIfAborted();
      const subtitles = await readSubtitles(recording, range, given);
      if (subtitles) return subtitles;
      let language = languageCode(recording.language);
      if (!recording.hasSound) return { cues: [], language, origin: 'none', note: NO_SOUND };
      const pieces = planPieces(range, await recording.pauses(given));
      const speech: Speech[] = [];
      for (const piece of pieces) {
        const said = await listen(model, { recording, piece, language, options, signal: given.signal });
        speech.push(said);
        language ??= said.language;
      }
      const parts = pieces.flatMap((piece, at) => partsOf(piece, pieces[at + 1], speech[at]));
      const cues = cuesOf(
        parts,
        parts.map(({ text }) => text),
      );
      return { cues, language, origin: 'model', note: null };
    },
  };
}

interface Listening {
  recording: Recording;
  piece: Piece;
  language: string | null;
  options: AiSdkTranscriberOptions;
  signal: AbortSignal | undefined;
}

async function listen(
  model: TranscriptionModelV4,
  { recording, piece, language, options, signal }: Listening,
): Promise<Speech> {
  const { startTime, endTime } = piece;
  const audio = await recording.sound({ startTime, endTime }, signal ? { signal } : {});
  if (audio.byteLength > MAX_BYTES) throw new ServiceError('BAD_REQUEST', 'The sound of the video is too large');
  const { deadlineMs = 120_000 } = options;
  return callAiSdk(
    async (abortSignal) => {
      const answer = await transcribe(model, options.provider, { audio, language, abortSignal });
      if (answer.text.length > MAX_TEXT_LENGTH) throw new Error('The transcript is too long');
      return { text: tidy(answer.text), segments: answer.segments, language: languageCode(answer.language ?? null) };
    },
    { dependency: 'transcriber', deadlineMs, signal },
  ).catch((error: unknown) => Promise.reject(contentError(error)));
}

/** Servers of one's own give times on request, if they know the format. OpenAI's models are known to the library. */
async function transcribe(
  model: TranscriptionModelV4,
  provider: ProviderAccess['provider'],
  { audio, language, abortSignal }: { audio: Uint8Array; language: string | null; abortSignal: AbortSignal },
) {
  const ask = async (format: { responseFormat?: 'verbose_json' }) => {
    const openai = { ...format, ...(language === null ? {} : { language }) };
    return model.doGenerate({ audio, mediaType: 'audio/flac', abortSignal, providerOptions: { openai } });
  };
  if (provider === 'openai') return ask({});
  try {
    return await ask({ responseFormat: 'verbose_json' });
  } catch (error) {
    if (!isAnswer(error)) throw error;
    return ask({});
  }
}

/** Whether the service has rejected the request, or answered in another shape. */
function isAnswer(error: unknown): boolean {
  return APICallError.isInstance(error) && [200, 400, 422].includes(error.statusCode ?? 0) && !isConnectionError(error);
}

/** The parts of a piece by their times. One that overlaps with its neighbour is joined by its text as a whole. */
function partsOf(piece: Piece, next: Piece | undefined, speech: Speech | undefined): (Piece & { text: string })[] {
  if (!speech) return [];
  const { startTime, endTime, overlap } = piece;
  if (overlap > 0 || (next?.overlap ?? 0) > 0 || speech.segments.length === 0) return [{ ...piece, text: speech.text }];
  const within = (second: number): number => Math.min(endTime, Math.max(startTime, startTime + second));
  return speech.segments
    .map(({ text, startSecond, endSecond }) => ({
      startTime: within(startSecond),
      endTime: Math.max(within(startSecond), within(endSecond)),
      overlap: 0,
      text: tidy(text),
    }))
    .filter(({ text }) => text !== '')
    .toSorted((one, other) => one.startTime - other.startTime);
}
