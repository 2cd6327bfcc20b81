import type { ChatEvent, ChatRequest, LanguageModel } from '../../ports/language-model.ts';
import { withOverrides } from '../../shared/with-overrides.ts';
import { type ModelCall, modelCall, observeCall, recordUsage, recordingUsage } from '../model-calls.ts';
import { Observation } from '../record.ts';

/**
 * Records calls and their token usage, without texts.
 * @param names by which the models are recorded
 */
export function observedModel(model: LanguageModel, provider: string, names = model.models): LanguageModel {
  return withOverrides(model, {
    chat: (request, options) => observedChat(() => model.chat(request, options), request, names, provider),
    detectIntent(request, options) {
      const call = modelCall('detect_intent', provider, names.fast);
      return observeCall(call, (span) => model.detectIntent(request, recordingUsage(span, call, options)));
    },
    complete(instruction, text, options) {
      const call = modelCall('text_completion', provider, names.fast);
      return observeCall(call, async (span) => {
        const completion = await model.complete(instruction, text, options);
        if (completion) recordUsage(span, call, completion.usage);
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
  const call = modelCall('chat', provider, models[tier]);
  const observation = new Observation(call.name, call.options);
  const events = observation.run(() => open()[Symbol.asyncIterator]());
  let failure: unknown;
  try {
    yield* observedEvents(events, observation, call);
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
  call: ModelCall,
): AsyncGenerator<ChatEvent> {
  const { span } = observation;
  for (;;) {
    const next = await observation.run(() => events.next());
    if (next.done) return;
    const event = next.value;
    if (event.type === 'end') {
      recordUsage(span, call, event.usage);
      span.setAttributes({ 'gen_ai.response.model': event.model, 'lectern.finish': event.finish });
    }
    yield event;
  }
}
