import type { DetectOptions, DetectedIntent, IntentRequest, LanguageModel } from '../../ports/language-model.ts';
import { Checks } from '../../shared/checks.ts';
import { loopScheduler } from '../../shared/loop-scheduler.ts';
import type { Viewer } from '../../access/viewer.ts';
import type { TriggerSet, TriggerSets } from './trigger-sets.ts';
import type { TriggerTest, TriggerTestMatch } from './trigger.types.ts';

/** Maximum length of a chat message in characters. */
export const MESSAGE_LENGTH = 8_000;

/**
 * Explains which triggers a message matches: the first match of each phase is used, the others are shadowed. A keyword
 * trigger that skips the agent shadows every intent. Without a model there are no intents.
 */
export async function testTriggers(
  viewer: Viewer,
  sets: TriggerSets,
  model: LanguageModel | null,
  message: string,
  signal?: AbortSignal,
): Promise<TriggerTest> {
  const checks = new Checks();
  checks.required('message', message);
  checks.length('message', message, MESSAGE_LENGTH);
  checks.throwIfInvalid();
  const set = await sets.get(viewer);
  return loopScheduler.runWhole(viewer.site.id, () => matchMessage(set, model, message, { signal }));
}

/** The triggers that a message matches, and the intent that was detected in it. */
export interface MessageMatches extends TriggerTest {
  detected: DetectedIntent | null;
}

export async function matchMessage(
  set: TriggerSet,
  model: LanguageModel | null,
  message: string,
  options: DetectOptions & { history?: IntentRequest['history'] },
): Promise<MessageMatches> {
  const keywords = set.matcher.match(message).flatMap((index) => set.keywords[index] ?? []);
  const agentAnswers = keywords[0]?.options.skipAgent !== true;
  const detectedIntent = model ? await detectIntent(model, set, message, options) : null;
  const matches: TriggerTestMatch[] = [
    ...keywords.map((trigger, index) => ({ trigger, phase: 'pre-agent', confidence: null, shadowed: index > 0 })),
    ...matchIntents(set, detectedIntent).map((trigger, index) => ({
      trigger,
      phase: 'post-agent',
      confidence: detectedIntent?.confidence ?? null,
      shadowed: !agentAnswers || index > 0,
    })),
  ];
  return { matches, agentAnswers, detected: detectedIntent };
}

/**
 * The intent of a message, one of the site's triggers. Examples of triggers with the same intent are combined, so that
 * the model gets each name once.
 * @param options.history the previous messages, because a short answer has no meaning without the question
 */
export async function detectIntent(
  model: LanguageModel,
  set: TriggerSet,
  message: string,
  { history = [], ...options }: DetectOptions & { history?: IntentRequest['history'] } = {},
): Promise<DetectedIntent | null> {
  if (set.intents.length === 0) return null;
  const intentsByName = Map.groupBy(set.intents, ({ trigger }) => trigger.value);
  const intents = [...intentsByName].map(([name, triggers]) => ({
    name,
    examples: triggers.flatMap(({ trigger }) => trigger.examples),
  }));
  return model.detectIntent({ message, history, intents }, options);
}

/** The intent triggers whose confidence the detection reaches, in the order in which they are checked. */
export function matchIntents(set: TriggerSet, detectedIntent: DetectedIntent | null): TriggerSet['intents'] {
  if (!detectedIntent) return [];
  return set.intents.filter(
    ({ trigger }) => trigger.value === detectedIntent.name && detectedIntent.confidence >= trigger.confidence,
  );
}
