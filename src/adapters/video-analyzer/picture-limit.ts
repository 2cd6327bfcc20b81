import { APICallError } from '@ai-sdk/provider';
import { responseStatus } from '../ai-sdk/call.ts';

/** A longer message may repeat the question, whose words are not the server's. */
const MAX_MESSAGE_LENGTH = 300;
/** The statuses of a server that rejects the pictures: llama.cpp has answered 500, OpenRouter 404. */
const STATUSES = [400, 404, 415, 422, 500];

const NO_PICTURES =
  /(not|n't) support (image|vision|multimodal)|image input is not supported|support image input|not a multimodal model|image_url is only supported|unsupported content part type/i;
const ONE_PICTURE = /(single|one|more than one|multiple) images?\b/i;
const SOME_PICTURES = /(?:at most|up to|maximum of|defaulted to|limit of)\D{0,10}(\d+)\s*\)?\s*images?\b/i;

/**
 * How many pictures a request may have, as Ollama, vLLM, llama.cpp, LM Studio, OpenAI and gateways say it when they
 * reject one; undefined if they have rejected it for something else.
 */
export function pictureLimit(error: unknown): number | undefined {
  if (!APICallError.isInstance(error) || !STATUSES.includes(responseStatus(error) ?? 0)) return undefined;
  // Not every server has its message where OpenAI has it.
  return parseLimit(error.message) ?? parseLimit(error.responseBody ?? '');
}

function parseLimit(text: string): number | undefined {
  const message = text.slice(0, MAX_MESSAGE_LENGTH);
  const some = SOME_PICTURES.exec(message)?.[1];
  if (some !== undefined) return Number(some);
  if (NO_PICTURES.test(message)) return 0;
  return ONE_PICTURE.test(message) ? 1 : undefined;
}
