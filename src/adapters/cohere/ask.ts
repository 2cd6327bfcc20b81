import type { Cohere, CohereClientV2 } from 'cohere-ai';
import { z } from 'zod';
import type { Completion } from '../../ports/language-model.ts';
import { type AskOptions, type Picture, type Question, askOnce, toPromptParts } from '../model-service/question.ts';
import { callCohere } from './client.ts';
import { toThinking } from './thinking.ts';
import { usageSchema } from './usage.ts';

export interface CohereAskOptions extends AskOptions {
  client: CohereClientV2;
  model: string;
}

export async function ask(question: Question, { client, model, ...options }: CohereAskOptions): Promise<Completion> {
  const thinking = toThinking(model, 'minimal');
  const request: Cohere.V2ChatRequest = {
    model,
    messages: toMessages(question),
    maxTokens: question.maxTokens,
    temperature: 0,
    ...(thinking && { thinking }),
    ...(question.jsonSchema && {
      responseFormat: { type: 'json_object' as const, jsonSchema: question.jsonSchema },
    }),
  };
  const answer = async (abortSignal: AbortSignal) => answerSchema.parse(await client.chat(request, { abortSignal }));
  return askOnce({ model, call: callCohere, answer }, question, options);
}

function toMessages(question: Question): Cohere.ChatMessages {
  const { system, text } = toPromptParts(question);
  const { pictures = [] } = question;
  return [
    { role: 'system', content: system },
    {
      role: 'user',
      content: pictures.length === 0 ? text : [{ type: 'text', text }, ...pictures.flatMap(toContentParts)],
    },
  ];
}

function toContentParts({ label, jpeg }: Picture): Cohere.Content[] {
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
    text: message.content.map((part) => (part.type === 'text' ? (part.text ?? '') : '')).join(''),
    usage,
  }));
