import { afterEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { OpenAiTurn } from '../support/openai-chat.ts';
import { OPENAI_KEY, startOpenAiDouble } from '../support/openai-double.ts';
import { use } from '../support/use.ts';

/**
 * What OpenAI's published description of its API (version 2.3.0) says about the answers that the adapters read: an answer
 * of the double that it does not allow would test an adapter against a protocol that no server speaks. Optional fields that
 * the double does not send are left out, so one that is added has to be looked up there.
 */
const count = z.int().min(0);
const usage = z.strictObject({ prompt_tokens: count, completion_tokens: count, total_tokens: count });
const finish = z.enum(['stop', 'length', 'tool_calls', 'content_filter', 'function_call']);
const head = { id: z.string(), created: z.int(), model: z.string() };
const called = z.strictObject({ name: z.string(), arguments: z.string() });
const call = z.strictObject({ id: z.string(), type: z.literal('function'), function: called });
const callPiece = z.strictObject({ index: count, ...call.partial().shape, function: called.partial() });

const completion = z.strictObject({
  ...head,
  object: z.literal('chat.completion'),
  usage,
  choices: z.array(
    z.strictObject({
      index: count,
      finish_reason: finish,
      logprobs: z.null(),
      message: z.strictObject({
        role: z.literal('assistant'),
        content: z.string().nullable(),
        refusal: z.string().nullable(),
        tool_calls: z.array(call).optional(),
      }),
    }),
  ),
});

const chunk = z.strictObject({
  ...head,
  object: z.literal('chat.completion.chunk'),
  usage: usage.optional(),
  choices: z.array(
    z.strictObject({
      index: count,
      finish_reason: finish.nullable(),
      logprobs: z.null(),
      delta: z.strictObject({
        role: z.enum(['developer', 'system', 'user', 'assistant', 'tool']).optional(),
        content: z.string().nullish(),
        tool_calls: z.array(callPiece).optional(),
        // Not OpenAI's: of DeepSeek, vLLM and llama.cpp.
        reasoning_content: z.string().optional(),
      }),
    }),
  ),
});

const embeddings = z.strictObject({
  object: z.literal('list'),
  model: z.string(),
  data: z.array(
    z.strictObject({ index: count, object: z.literal('embedding'), embedding: z.array(z.number()).min(1) }),
  ),
  usage: usage.omit({ completion_tokens: true }),
});

const nullable = z.string().nullable();
const failure = z.strictObject({
  error: z.strictObject({ message: z.string(), type: z.string(), param: nullable, code: nullable }),
});

const segment = z.strictObject({
  id: count,
  seek: count,
  start: z.number(),
  end: z.number(),
  text: z.string(),
  tokens: z.array(z.int()),
  temperature: z.number(),
  avg_logprob: z.number(),
  compression_ratio: z.number(),
  no_speech_prob: z.number(),
});
const transcription = z.strictObject({ text: z.string() });
const transcriptionWithTimes = transcription.extend({
  language: z.string(),
  duration: z.number(),
  segments: z.array(segment),
});

const openai = use(() => startOpenAiDouble());
const QUESTION = { model: 'llama3.1', messages: [{ role: 'user', content: 'How high is it?' }] };
const CALL: OpenAiTurn = { calls: [{ name: 'weather', arguments: '{"place": "Zermatt"}' }] };
const turns: [string, OpenAiTurn | undefined][] = [
  ['what an obliging model says', undefined],
  ['a call of a tool', CALL],
  ['a call after a text and thoughts', { ...CALL, text: 'I ask.', reasoning: 'Hm.' }],
  ['an answer that was cut off', { text: 'So far', finish: 'length' }],
];

afterEach(() => openai.say(undefined));

describe('the answers of the double are those that OpenAI describes', () => {
  test.each(turns)('%s', async (_what, turn) => {
    openai.say(turn);
    const { data } = await ask('/chat/completions', QUESTION);
    expect(completion.parse(data).choices).toHaveLength(1);
  });

  test.each(turns)('%s, streamed', async (_what, turn) => {
    openai.say(turn);
    const response = await send('/chat/completions', {
      ...QUESTION,
      stream: true,
      stream_options: { include_usage: true },
    });
    expect(response.headers.get('content-type')).toContain('text/event-stream');
    const events = (await response.text()).split('\n\n').filter(Boolean);
    expect(events.at(-1)).toBe('data: [DONE]');
    const chunks = events.slice(0, -1).map((event) => chunk.parse(JSON.parse(event.replace(/^data: /, ''))));
    expect(chunks.filter(({ choices }) => choices[0]?.finish_reason)).toHaveLength(1);
    expect(chunks.at(-1)).toMatchObject({ choices: [], usage: { total_tokens: expect.any(Number) } });
  });

  test('vectors', async () => {
    const { data } = await ask('/embeddings', { model: 'nomic-embed-text', input: ['a', 'b'] });
    expect(embeddings.parse(data).data.map(({ index }) => index)).toEqual([0, 1]);
  });

  test('transcriptions', async () => {
    openai.hear(() => [{ start: 0, end: 2, text: 'Snow.' }]);
    const form = (format?: string) => {
      const fields = new FormData();
      fields.set('model', 'whisper-1');
      if (format !== undefined) fields.set('response_format', format);
      fields.set('file', new File(['sound'], 'sound.flac', { type: 'audio/flac' }));
      return fields;
    };
    const plain = await send('/audio/transcriptions', form());
    expect(transcription.parse(await plain.json())).toEqual({ text: 'Snow.' });
    const timed = await send('/audio/transcriptions', form('verbose_json'));
    expect(transcriptionWithTimes.parse(await timed.json()).segments).toHaveLength(1);
  });

  test.each([
    [400, '/chat/completions', OPENAI_KEY, { ...QUESTION, messages: [] }],
    [400, '/embeddings', OPENAI_KEY, { model: 'nomic-embed-text', input: [''] }],
    [401, '/chat/completions', 'another', QUESTION],
    [404, '/models', OPENAI_KEY, {}],
  ])('rejections with %i of %s', async (status, path, key, body) => {
    const answer = await ask(path, body, key);
    expect(answer.status).toBe(status);
    failure.parse(answer.data);
  });
});

async function ask(path: string, body: object, key = OPENAI_KEY): Promise<{ status: number; data: unknown }> {
  const response = await send(path, body, key);
  return { status: response.status, data: await response.json() };
}

async function send(path: string, body: object, key = OPENAI_KEY): Promise<Response> {
  const isForm = body instanceof FormData;
  return fetch(`${openai.url}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, ...(!isForm && { 'content-type': 'application/json' }) },
    body: isForm ? body : JSON.stringify(body),
  });
}
