import { expect, test } from 'vitest';
import { createLocalLanguageModel } from '../../../src/adapters/language-model/local.ts';
import { KeywordMatcher } from '../../../src/features/trigger/keyword-matcher.ts';
import type { TriggerSet } from '../../../src/features/trigger/trigger-sets.ts';
import { detectIntent, matchIntents } from '../../../src/features/trigger/trigger-test.ts';
import type { Trigger } from '../../../src/features/trigger/trigger.types.ts';
import type { LanguageModel } from '../../../src/ports/language-model.ts';

const anIntent = (id: string, name: string, examples: string[]): Trigger => ({
  id,
  type: 'intent',
  trigger: { value: name, confidence: 0.7, examples },
  response: { contentId: null, message: null },
  actions: [],
  options: { skipAgent: false, actionsOnly: false, priority: 0 },
  enabled: true,
  tags: [],
  createdAt: '',
  revision: 1,
  updatedAt: '',
});

const setOf = (...intents: Trigger[]): TriggerSet => ({ keywords: [], matcher: new KeywordMatcher([]), intents });

/** The local model, as strict as one whose answer is a choice of names: a name that is given twice is no choice. */
function strictModel(): LanguageModel {
  const local = createLocalLanguageModel();
  return {
    ...local,
    detectIntent: async (request, options) => {
      const names = request.intents.map(({ name }) => name);
      if (names.length === 0 || new Set(names).size < names.length) throw new Error(`bad choice: ${names.join()}`);
      return local.detectIntent(request, options);
    },
  };
}

test('triggers of one intent teach it together, and all of them match', async () => {
  const set = setOf(
    anIntent('a', 'cancel', ['I want to leave']),
    anIntent('b', 'pricing', ['what does it cost']),
    anIntent('c', 'cancel', ['stop charging me']),
  );
  for (const message of ['I want to leave', 'stop charging me']) {
    const detected = await detectIntent(strictModel(), set, message);
    expect(detected).toMatchObject({ name: 'cancel', confidence: 1 });
    expect(matchIntents(set, detected).map(({ id }) => id)).toEqual(['a', 'c']);
  }
});

test('a site without intent triggers does not ask the model', async () => {
  expect(await detectIntent(strictModel(), setOf(), 'anything')).toBeNull();
});
