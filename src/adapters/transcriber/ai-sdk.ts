import { APICallError, type TranscriptionModelV4 } from '@ai-sdk/provider';
import type { Transcriber } from '../../ports/transcriber.ts';
import { languageCode } from '../../text/text-language.ts';
import { callAiSdk, isConnectionError } from '../ai-sdk/call.ts';
import { type ProviderAccess, openTranscriptionModel } from '../ai-sdk/provider.ts';
import { createModelTranscriber } from './model-transcriber.ts';

export interface AiSdkTranscriberOptions extends ProviderAccess {
  model: string;
  /** Limits one slice with all its retries. */
  deadlineMs?: number;
}

const MAX_TEXT_LENGTH = 100_000;

/** Whisper and its like, at OpenAI or at a server with its protocol. */
export async function openAiSdkTranscriber(options: AiSdkTranscriberOptions): Promise<Transcriber> {
  const { provider, deadlineMs = 120_000 } = options;
  const model = await openTranscriptionModel(options, options.model);
  return createModelTranscriber({
    name: `${provider}/${options.model}`,
    listen: (audio, language, signal) =>
      callAiSdk(
        async (abortSignal) => {
          const answer = await transcribe(model, provider, { audio, language, abortSignal });
          if (answer.text.length > MAX_TEXT_LENGTH) throw new Error('The transcript is too long');
          return { ...answer, language: languageCode(answer.language ?? null) };
        },
        { dependency: 'transcriber', deadlineMs, signal },
      ),
  });
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

/** Tells whether the service has rejected the request, or answered in another shape. */
function isAnswer(error: unknown): boolean {
  return APICallError.isInstance(error) && [200, 400, 422].includes(error.statusCode ?? 0) && !isConnectionError(error);
}
