import type { ClassType } from 'type-graphql';
import { checkInput } from '../../api/input-bounds.ts';
import { type Checks, NAME_LENGTH } from '../../shared/checks.ts';
import { checkAction } from './client-action.ts';
import { KeywordPatternError, parseKeywordPattern } from './keyword-pattern.ts';
import type { TriggerType } from './trigger.entity.ts';
import { MAX_ACTIONS, type UpdateTriggerInput } from './trigger.types.ts';

/** @param type of the new trigger, or of the one to change */
export function checkTrigger(Input: ClassType, input: UpdateTriggerInput, type: TriggerType): Checks {
  const checks = checkInput(Input, input);
  if (input.trigger?.value) checkValue(checks, type, input.trigger.value);
  input.actions?.slice(0, MAX_ACTIONS).forEach((action, index) => checkAction(checks, `actions[${index}]`, action));
  return checks;
}

function checkValue(checks: Checks, type: TriggerType, value: string): void {
  if (type === 'intent') return checks.length('trigger.value', value, NAME_LENGTH);
  try {
    parseKeywordPattern(value);
  } catch (error) {
    if (!(error instanceof KeywordPatternError)) throw error;
    checks.report('trigger.value', error.message);
  }
}
