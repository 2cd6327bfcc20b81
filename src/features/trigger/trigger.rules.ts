import { Checks, DESCRIPTION_LENGTH, NAME_LENGTH } from '../../shared/checks.ts';
import { checkAction } from './client-action.ts';
import { KeywordPatternError, PATTERN_LENGTH, comparable, parseKeywordPattern } from './keyword-pattern.ts';
import type { TriggerType } from './trigger.entity.ts';
import type { CreateTriggerInput, UpdateTriggerInput } from './trigger.types.ts';

const MOST_ACTIONS = 20;
const MOST_EXAMPLES = 50;
const MOST_PRIORITY = 1_000_000;

export function checkNewTrigger(input: CreateTriggerInput): Checks {
  const checks = new Checks();
  checkValue(checks, input.type, input.trigger?.value ?? null);
  checkParts(checks, input);
  return checks;
}

/** @param type of the trigger that is to be changed */
export function checkTriggerChange(input: UpdateTriggerInput, type: TriggerType): Checks {
  const checks = new Checks();
  checks.notEmptied('trigger', input.trigger);
  checkValue(checks, type, input.trigger?.value);
  checkParts(checks, input);
  return checks;
}

/** What keyword triggers are told apart by. */
export function valueKey(value: string): string {
  return comparable(value);
}

function checkParts(checks: Checks, input: CreateTriggerInput | UpdateTriggerInput): void {
  const { confidence, examples } = input.trigger ?? {};
  if (typeof confidence === 'number' && !(confidence >= 0 && confidence <= 1)) {
    checks.fault('trigger.confidence', 'must be a number from 0 to 1');
  }
  checks.texts('trigger.examples', examples, NAME_LENGTH);
  if ((examples?.length ?? 0) > MOST_EXAMPLES) {
    checks.fault('trigger.examples', `must have at most ${MOST_EXAMPLES} entries`);
  }
  checks.length('response.contentId', input.response?.contentId, NAME_LENGTH);
  checks.length('response.message', input.response?.message, DESCRIPTION_LENGTH);
  if ((input.actions?.length ?? 0) > MOST_ACTIONS) checks.fault('actions', `must have at most ${MOST_ACTIONS} entries`);
  input.actions?.slice(0, MOST_ACTIONS).forEach((action, index) => {
    checkAction(checks, `actions[${index}]`, action);
    checks.length(`actions[${index}].label`, action.label, NAME_LENGTH);
  });
  checks.whole('options.priority', input.options?.priority, -MOST_PRIORITY, MOST_PRIORITY);
  checks.texts('tags', input.tags);
}

function checkValue(checks: Checks, type: TriggerType, value: string | null | undefined): void {
  if (value === undefined) return;
  if (value === null || value.trim() === '') return checks.fault('trigger.value', 'is required');
  checks.length('trigger.value', value, type === 'keyword' ? PATTERN_LENGTH : NAME_LENGTH);
  if (type !== 'keyword') return;
  try {
    parseKeywordPattern(value);
  } catch (error) {
    if (!(error instanceof KeywordPatternError)) throw error;
    checks.fault('trigger.value', error.message);
  }
}
