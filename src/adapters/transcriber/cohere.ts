import { z } from 'zod';
import type { Transcriber } from '../../ports/transcriber.ts';
import { languageOfText } from '../../text/text-language.ts';
import { type CohereAccess, callCohere, createCohereClient } from '../cohere/client.ts';
import { COHERE_TRANSCRIPTION_MODEL } from '../cohere/models.ts';
import { createModelTranscriber } from './model-transcriber.ts';

export interface CohereTranscriberOptions extends CohereAccess {
  model?: string;
  /** Limits one slice with all its retries. */
  deadlineMs?: number;
}

/** The languages of the model, by its documentation. */
const SUPPORTED = new Set(['ar', 'de', 'el', 'en', 'es', 'fr', 'it', 'ja', 'ko', 'nl', 'pl', 'pt', 'vi', 'zh']);
/** The one that is tried first. */
const LIKELY = 'en';

const answerSchema = z.object({ text: z.string().max(100_000) });

/**
 * Cohere's Transcribe. It returns a text without times, so each piece becomes a cue. The API requires a language and
 * detects none, but its text for another language is usually in that language: a piece whose language is not known is
 * transcribed in the likeliest one, and again if its text is in another one. If the text does not show its language, the
 * next piece is tried the same way.
 */
export function createCohereTranscriber(options: CohereTranscriberOptions): Transcriber {
  const { model = COHERE_TRANSCRIPTION_MODEL, deadlineMs = 60_000 } = options;
  const client = createCohereClient(options);

  async function transcribe(sound: Uint8Array, language: string, signal: AbortSignal | undefined): Promise<string> {
    const { text } = await callCohere(
      // Streams and buffers are sent without their content or without a name; a File is sent with both.
      async (abortSignal) => {
        const file = new File([new Uint8Array(sound)], 'sound.flac', { type: 'audio/flac' });
        return answerSchema.parse(await client.audio.transcriptions.create(file, { model, language }, { abortSignal }));
      },
      { dependency: 'transcriber', deadlineMs, signal },
    );
    return text;
  }

  return createModelTranscriber({
    name: `cohere/${model}`,
    validateLanguage: (language) =>
      SUPPORTED.has(language) ? undefined : `The model ${model} does not transcribe the language ${language}`,
    async listen(sound, expectedLanguage, signal) {
      if (expectedLanguage !== null)
        return { text: await transcribe(sound, expectedLanguage, signal), language: expectedLanguage };
      const text = await transcribe(sound, LIKELY, signal);
      const language = languageOfText(text);
      if (language === null || !SUPPORTED.has(language)) return { text, language: null };
      return { text: language === LIKELY ? text : await transcribe(sound, language, signal), language };
    },
  });
}
