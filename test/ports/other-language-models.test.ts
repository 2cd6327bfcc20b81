import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { operatorFetch } from '../../src/adapters/egress/model-fetch.ts';
import { openAiSdkLanguageModel } from '../../src/adapters/language-model/ai-sdk.ts';
import type { ChatEvent, ChatRequest, LanguageModel } from '../../src/ports/language-model.ts';
import { OTHER_KEY, startAnthropicDouble, startGoogleDouble } from '../support/other-models-double.ts';
import { use } from '../support/use.ts';
import { describeLanguageModel, listen } from './language-model.contract.ts';

const doubles = { anthropic: use(startAnthropicDouble), google: use(startGoogleDouble) };
const models: Partial<Record<keyof typeof doubles, LanguageModel>> = {};

const TOOLS = [
  {
    name: 'weather',
    description: 'The weather.',
    parameters: { type: 'object', properties: { place: { type: 'string' } } },
  },
];
const QUESTION: ChatRequest = { tier: 'smart', messages: [{ role: 'user', content: 'Weather?' }], tools: TOOLS };

for (const provider of ['anthropic', 'google'] as const) {
  const double = doubles[provider];
  const model = (): LanguageModel => {
    const opened = models[provider];
    if (!opened) throw new Error('The model is not open');
    return opened;
  };

  beforeAll(async () => {
    models[provider] = await openAiSdkLanguageModel({
      provider,
      baseUrl: double.url,
      apiKey: OTHER_KEY,
      openFetch: operatorFetch([]),
      models: { fast: 'small', smart: 'large' },
    });
  });
  afterEach(() => {
    double.say(undefined);
    double.requests.length = 0;
  });

  describeLanguageModel(`a model of ${provider}`, model);

  describe(`a model of ${provider}`, () => {
    test('ends with what was counted', async () => {
      double.say({ text: 'Four thousand metres.' });
      expect((await listen(model(), QUESTION)).at(-1)).toMatchObject({
        type: 'end',
        finish: 'complete',
        usage: { inputTokens: 11, outputTokens: 3 },
        model: 'large',
      });
    });

    test('asks for a tool, and goes on with its result', async () => {
      double.say({ calls: [{ name: 'weather', arguments: '{"place":"Zürich 😀"}' }] });
      const events = await listen(model(), QUESTION);
      const [call, ...others] = callsOf(events);
      expect(others).toEqual([]);
      expect(call).toMatchObject({ name: 'weather', arguments: { place: 'Zürich 😀' } });
      const end = events.at(-1);
      expect(end).toMatchObject({ type: 'end', finish: 'tool-calls' });
      double.say({ text: 'Cold.' });
      const plan = end?.type === 'end' && end.plan !== undefined ? { plan: end.plan } : {};
      const answered: ChatRequest['messages'] = [
        ...QUESTION.messages,
        { role: 'assistant', content: '', toolCalls: call ? [call] : [], ...plan },
        { role: 'tool', toolCallId: call?.id ?? '', content: '3 degrees' },
      ];
      await listen(model(), { ...QUESTION, messages: answered });
      const sent = JSON.stringify(double.requests.at(-1)?.body);
      expect(sent).toContain('3 degrees');
      // Gemini rejects a call that comes back without the signature of its thoughts.
      if (provider === 'google') expect(sent).toContain('"thoughtSignature":"signed"');
    });
  });
}

function callsOf(events: readonly ChatEvent[]) {
  return events.flatMap((event) => (event.type === 'tool-call' ? [event.call] : []));
}
