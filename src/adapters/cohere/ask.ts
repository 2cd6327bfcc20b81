import type { Cohere, CohereClientV2 } from 'cohere-ai';
import { z } from 'zod';
import type { Completion } from '../../ports/language-model.ts';
import type { CallOptions } from '../model-service/call.ts';
import { MAX_ANSWER_LENGTH, type Picture, type Question, promptOf } from '../model-service/question.ts';
import { callCohere } from './call.ts';
import { thinkingFor } from './thinking.ts';
import { usageSchema } from './usage.ts';

export interface AskOptions extends Pick<CallOptions, 'deadlineMs' | 'signal' | 'maxAttempts'> {
  client: CohereClientV2;
  model: string;
  /** Default: the language model. */
  dependency?: CallOptions['dependency'];
  /** Throws for an answer of the wrong shape, which is then asked for again. */
  validate?: (text: string) => unknown;
}

/** One short question with one short answer, not streamed. An empty or truncated JSON answer is retried once. */
export async function ask(question: Question, options: AskOptions): Promise<Completion> {
  const { client, model, deadlineMs, signal, dependency = 'language model', maxAttempts = 2, validate } = options;
  const thinking = thinkingFor(model, 'minimal');
  const request: Cohere.V2ChatRequest = {
    model,
    messages: messagesOf(question),
    maxTokens: question.maxTokens,
    temperature: 0,
    ...(thinking && { thinking }),
    ...(question.jsonSchema && {
      responseFormat: { type: 'json_object' as const, jsonSchema: question.jsonSchema },
    }),
  };
  return callCohere(
    async (abortSignal) => {
      const answer = answerSchema.parse(await client.chat(request, { abortSignal }));
      if (question.jsonSchema) JSON.parse(answer.text);
      validate?.(answer.text);
      return { ...answer, model };
    },
    { dependency, deadlineMs, signal, maxAttempts, longestPauseMs: deadlineMs / 2 },
  );
}

function messagesOf(question: Question): Cohere.ChatMessages {
  const { system, text } = promptOf(question);
  const { pictures = [] } = question;
  return [
    { role: 'system', content: system },
    { role: 'user', content: pictures.length === 0 ? text : [{ type: 'text', text }, ...pictures.flatMap(partsOf)] },
  ];
}

function partsOf({ label, jpeg }: Picture): Cohere.Content[] {
  const base64 = Buffer.from(jpeg.buffer, jpeg.byteOffset, jpeg.byteLength).toString('base64');
  return [
    { type: 'text', text: label },
    { type: 'image_url', imageUrl: { url: `data:image/jpeg;base64,${base64}` } },
  ];
}

const answerSchema = z
  .object({
    finishReason: z.string().refine((reason) => !reason.startsWith('ERROR') && reason !== 'TIMEOUT'),
    message: z.object({ content: z.array(z.object({ type: z.string(), text: z.string().nullish() })) }),
    usage: usageSchema,
  })
  .transform(({ message, usage }) => ({
    text: message.content
      .map((part) => (part.type === 'text' ? (part.text ?? '') : ''))
      .join('')
      .replaceAll('\0', '')
      .trim(),
    usage,
  }))
  .refine(({ text }) => text !== '' && text.length <= MAX_ANSWER_LENGTH);
