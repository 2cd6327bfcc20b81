import type { DetectedIntent, LanguageModel } from '../../ports/language-model.ts';
import type { Viewer } from '../access/viewer.ts';
import type { TriggerSet, TriggerSets } from './trigger-sets.ts';
import type { TriggerTest, TriggerTestMatch } from './trigger.types.ts';

/** Explains what a message sets off: the first match of each phase fires, those behind it are shadowed. */
export async function testTriggers(
  viewer: Viewer,
  sets: TriggerSets,
  model: LanguageModel | null,
  message: string,
  signal?: AbortSignal,
): Promise<TriggerTest> {
  const set = await sets.of(viewer);
  const keywords = set.matcher.match(message).flatMap((index) => set.keywords[index] ?? []);
  const agentAnswers = keywords[0]?.options.skipAgent !== true;
  const detected = agentAnswers && model ? await detect(model, set, message, signal) : null;
  const intents = matchingIntents(set, detected);
  const matches: TriggerTestMatch[] = [
    ...keywords.map((trigger, index) => ({ trigger, phase: 'pre-agent', confidence: null, shadowed: index > 0 })),
    ...intents.map((trigger, index) => ({
      ...{ trigger, phase: 'post-agent' },
      ...{ confidence: detected?.confidence ?? null, shadowed: index > 0 },
    })),
  ];
  return { matches, agentAnswers };
}

export async function detect(
  model: LanguageModel,
  set: TriggerSet,
  message: string,
  signal?: AbortSignal,
): Promise<DetectedIntent | null> {
  if (set.intents.length === 0) return null;
  const intents = set.intents.map(({ trigger }) => ({ name: trigger.value, examples: trigger.examples }));
  return model.detectIntent({ message, history: [], intents }, signal ? { signal } : {});
}

/** The intent triggers that a detection reaches, in the order in which they are checked. */
export function matchingIntents(set: TriggerSet, detected: DetectedIntent | null): TriggerSet['intents'] {
  if (!detected) return [];
  return set.intents.filter(
    ({ trigger }) => trigger.value === detected.name && detected.confidence >= trigger.confidence,
  );
}
