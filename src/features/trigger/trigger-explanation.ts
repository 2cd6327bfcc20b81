import type { LanguageModel } from '../../ports/language-model.ts';
import { Checks } from '../../shared/checks.ts';
import { isId } from '../../shared/ids.ts';
import type { Viewer } from '../../access/viewer.ts';
import { KeywordMatcher } from './keyword-matcher.ts';
import { type Alternative, toComparable, parseKeywordPattern } from './keyword-pattern.ts';
import type { TriggerSet, TriggerSets } from './trigger-sets.ts';
import { MESSAGE_LENGTH, type MessageMatches, matchMessage } from './trigger-test.ts';
import { toTrigger, triggers } from './trigger.rows.ts';
import {
  MAX_ALTERNATIVES,
  MAX_EXPLAINED_TRIGGERS,
  MAX_TEST_MESSAGES,
  type MessageExplanation,
  type TriggerAlternative,
  type TriggerExplanation,
  type TriggerOutcome,
} from './trigger-explanation.types.ts';
import type { Trigger } from './trigger.types.ts';

const { c } = triggers;
const FIRST = triggers.select(
  `where ${c.siteId} = $1 order by -${c.priority}, ${c.id} limit ${MAX_EXPLAINED_TRIGGERS}`,
);
const FIND_BY_IDS = triggers.select(
  `where ${c.siteId} = $1 and ${c.id} = any ($2::uuid[]) order by -${c.priority}, ${c.id}`,
);

/** Says for each message which triggers match it and, for the others, what is missing. Stores nothing. */
export async function explainTriggers(
  viewer: Viewer,
  sets: TriggerSets,
  model: LanguageModel | null,
  {
    messages,
    ids,
    signal,
  }: { messages: readonly string[]; ids: readonly string[] | null; signal?: AbortSignal | undefined },
): Promise<MessageExplanation[]> {
  checkMessages(messages, ids);
  const set = await sets.get(viewer);
  const listedTriggers = await readListed(viewer, ids);
  const explained: MessageExplanation[] = [];
  // One after the other, so that a request has one detection at a time.
  for (const [index, message] of messages.entries()) {
    const history = messages.slice(0, index).map((content) => ({ role: 'user' as const, content }));
    const messageMatches = await matchMessage(set, model, message, { history, signal });
    const selection = ids ? listedTriggers : selectRelevant(set, message, messageMatches, listedTriggers);
    explained.push({
      message,
      agentAnswers: messageMatches.agentAnswers,
      detected: messageMatches.detected,
      triggers: explain(selection, message, messageMatches),
    });
  }
  return explained;
}

function checkMessages(messages: readonly string[], ids: readonly string[] | null): void {
  const checks = new Checks();
  if (messages.length === 0) checks.report('messages', 'must name at least one message');
  checks.entries('messages', messages, MAX_TEST_MESSAGES);
  checks.entries('ids', ids, MAX_EXPLAINED_TRIGGERS);
  messages.slice(0, MAX_TEST_MESSAGES).forEach((message, index) => {
    checks.required(`messages[${index}]`, message);
    checks.length(`messages[${index}]`, message, MESSAGE_LENGTH);
  });
  checks.throwIfInvalid();
}

async function readListed(viewer: Viewer, ids: readonly string[] | null): Promise<Trigger[]> {
  const site = viewer.site.id;
  const rows = ids
    ? await viewer.scope.rows(FIND_BY_IDS, [site, ids.filter(isId)])
    : await viewer.scope.rows(FIRST, [site]);
  return rows.map(toTrigger);
}

/** Selects the triggers that match, then those of which a part occurs or whose intent was detected, then the first of the list. */
function selectRelevant(
  set: TriggerSet,
  message: string,
  messageMatches: MessageMatches,
  listedTriggers: readonly Trigger[],
): Trigger[] {
  const near = set.matcher.near(message, MAX_EXPLAINED_TRIGGERS).flatMap((index) => set.keywords[index] ?? []);
  const below = set.intents.filter(({ trigger }) => trigger.value === messageMatches.detected?.name);
  const all = [...messageMatches.matches.map(({ trigger }) => trigger), ...near, ...below, ...listedTriggers];
  return [...new Map(all.map((trigger) => [trigger.id, trigger])).values()].slice(0, MAX_EXPLAINED_TRIGGERS);
}

function explain(selection: readonly Trigger[], message: string, messageMatches: MessageMatches): TriggerExplanation[] {
  const keywords = selection.filter(({ type }) => type === 'keyword');
  const patterns = explainPatterns(
    keywords.map(({ trigger }) => trigger.value),
    message,
  );
  return selection.map((trigger) => ({
    trigger,
    ...chooseOutcome(trigger, messageMatches),
    confidence:
      trigger.type === 'intent' && messageMatches.detected?.name === trigger.trigger.value
        ? messageMatches.detected.confidence
        : null,
    alternatives: (patterns[keywords.indexOf(trigger)] ?? []).slice(0, MAX_ALTERNATIVES),
  }));
}

function chooseOutcome(
  trigger: Trigger,
  { matches, detected }: MessageMatches,
): { outcome: TriggerOutcome; shadowedById: string | null } {
  const match = matches.find((each) => each.trigger.id === trigger.id);
  const unmatched = (outcome: TriggerOutcome) => ({ outcome, shadowedById: null });
  if (match && !match.shadowed) return unmatched('fires');
  if (match) {
    const winner =
      matches.find(({ phase, shadowed }) => phase === match.phase && !shadowed) ??
      matches.find(({ shadowed }) => !shadowed);
    return { outcome: 'shadowed', shadowedById: winner?.trigger.id ?? null };
  }
  if (!trigger.enabled) return unmatched('disabled');
  const isBelowThreshold = trigger.type === 'intent' && detected?.name === trigger.trigger.value;
  return unmatched(isBelowThreshold ? 'below-confidence' : 'not-matched');
}

/** Lists the alternatives of each pattern, those that match first. Reads the message once, however many patterns there are. */
function explainPatterns(patterns: readonly string[], message: string): TriggerAlternative[][] {
  const parsedPatterns = patterns.map(parseKeywordPattern);
  const phrases = [
    ...new Set(parsedPatterns.flat().flatMap((alternative) => ('all' in alternative ? alternative.all : []))),
  ];
  const matcher = new KeywordMatcher(phrases, (phrase) => [{ all: [phrase] }]);
  const matches = new Set(matcher.match(message).map((index) => phrases[index]));
  const text = toComparable(message);
  const explain = (alternative: Alternative): TriggerAlternative => {
    const isWholeMessage = 'exact' in alternative;
    const parts = isWholeMessage ? [alternative.exact] : alternative.all;
    const occurs = (part: string) => (isWholeMessage ? part === text : matches.has(part));
    const missingParts = parts.filter((part) => !occurs(part));
    return { isWholeMessage, isMatched: missingParts.length === 0, found: parts.filter(occurs), missing: missingParts };
  };
  return parsedPatterns.map((alternatives) =>
    alternatives.map(explain).toSorted((one, other) => Number(other.isMatched) - Number(one.isMatched)),
  );
}
