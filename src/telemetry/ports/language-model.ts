import type { Attributes } from '@opentelemetry/api';
import type { ChatEvent, ChatRequest, LanguageModel } from '../../ports/language-model.ts';
import { overlaid } from '../../shared/overlaid.ts';
import { aboutCall, callOptions, recordUsage } from '../model-calls.ts';
import { Observation, observe } from '../record.ts';

/**
 * Records calls and their token usage, without texts.
 * @param names by which the models are recorded
 */
export function observedModel(model: LanguageModel, provider: string, names = model.models): LanguageModel {
  return overlaid(model, {
    chat: (request, options) => observedChat(() => model.chat(request, options), request, names, provider),
    detectIntent(request, options) {
      const about = aboutCall('detect_intent', provider, names.fast);
      return observe(`detect_intent ${names.fast}`, callOptions(about), (span) =>
        model.detectIntent(request, {
          ...options,
          onUsage: (usage, by) => {
            recordUsage(span, about, usage);
            options?.onUsage?.(usage, by);
          },
        }),
      );
    },
    complete(instruction, text, options) {
      const about = aboutCall('text_completion', provider, names.fast);
      return observe(`text_completion ${names.fast}`, callOptions(about), async (span) => {
        const completion = await model.complete(instruction, text, options);
        if (completion) recordUsage(span, about, completion.usage);
        return completion;
      });
    },
  });
}

/** Its span lasts from the first event that is asked for to the last one, or to where the listener turns away. */
async function* observedChat(
  open: () => AsyncIterable<ChatEvent>,
  { tier }: ChatRequest,
  models: LanguageModel['models'],
  provider: string,
): AsyncGenerator<ChatEvent> {
  const about = aboutCall('chat', provider, models[tier]);
  const observation = new Observation(`chat ${models[tier]}`, callOptions(about));
  const events = observation.run(() => open()[Symbol.asyncIterator]());
  let failure: unknown;
  try {
    yield* observedEvents(events, observation, about);
  } catch (error) {
    failure = error;
    throw error;
  } finally {
    await events.return?.();
    observation.end(failure);
  }
}

async function* observedEvents(
  events: AsyncIterator<ChatEvent>,
  observation: Observation,
  about: Attributes,
): AsyncGenerator<ChatEvent> {
  const { span } = observation;
  for (;;) {
    const next = await observation.run(() => events.next());
    if (next.done) return;
    const event = next.value;
    if (event.type === 'end') {
      recordUsage(span, about, event.usage);
      span.setAttributes({ 'gen_ai.response.model': event.model, 'lectern.finish': event.finish });
    }
    yield event;
  }
}
