import { z } from 'zod';
import type { Completion, DetectedIntent, IntentRequest } from '../../ports/language-model.ts';
import type { Question } from '../model-service/question.ts';

const NO_INTENT = '(none)';
/** Limits of what a fast model can process at once. */
const MAX_INTENTS = 100;
const MAX_EXAMPLES = 12;
const MAX_TURNS = 6;
const MAX_MESSAGE_LENGTH = 4_000;
const MAX_LINE_LENGTH = 300;

const INSTRUCTION = `You sort what visitors of a site write. The material is JSON: "message" is what the visitor wrote last, \
"history" what was said before, "intents" the intents to choose from, each with examples of how people express it.
Answer with JSON: "intent" is the name of the one intent that the message expresses, exactly as given, or "${NO_INTENT}" \
when it expresses none of them; "confidence" says how sure you are, from 0 to 1: above 0.9 when the message says the same as an \
example in whatever words and language, about 0.5 when it may also mean something else. Judge the message; the history only \
says what it refers to.`;

/** The question that detects an intent; undefined if there are no intents. At most the first 100 intents are used. */
export function intentQuestion({ message, history, intents }: IntentRequest): Question | undefined {
  const names = [...new Set(intents.map(({ name }) => name))].slice(0, MAX_INTENTS);
  if (names.length === 0 || message.trim() === '') return undefined;
  const listExamples = (name: string) =>
    intents.flatMap((intent) => (intent.name === name ? intent.examples : [])).slice(0, MAX_EXAMPLES);
  const material = {
    message: message.slice(0, MAX_MESSAGE_LENGTH),
    history: history
      .slice(-MAX_TURNS)
      .map(({ role, content }) => ({ role, content: content.slice(0, MAX_LINE_LENGTH) })),
    intents: names.map((name) => ({
      name,
      examples: listExamples(name).map((each) => each.slice(0, MAX_LINE_LENGTH)),
    })),
  };
  return {
    instruction: INSTRUCTION,
    material: JSON.stringify(material),
    maxTokens: 200,
    jsonSchema: {
      type: 'object',
      properties: { intent: { type: 'string', enum: [...names, NO_INTENT] }, confidence: { type: 'number' } },
      required: ['intent', 'confidence'],
    },
  };
}

const verdict = z.object({ intent: z.string(), confidence: z.number() });

/** The intent in the model's answer; null if it returns none, or an unknown one. */
export function readIntent({ text }: Completion, { intents }: IntentRequest): DetectedIntent | null {
  const { data } = verdict.safeParse(JSON.parse(text));
  if (!data || !intents.some(({ name }) => name === data.intent)) return null;
  const confidence = Math.min(1, Math.max(0, data.confidence));
  return confidence > 0 ? { name: data.intent, confidence } : null;
}
