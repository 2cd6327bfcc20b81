import { checkInput } from '../../graphql/bounds.ts';
import { type Checks, NAME_LENGTH } from '../../shared/checks.ts';
import { checkAction } from './client-action.ts';
import { KeywordPatternError, comparable, parseKeywordPattern } from './keyword-pattern.ts';
import type { TriggerType } from './trigger.entity.ts';
import { CreateTriggerInput, MAX_ACTIONS, UpdateTriggerInput } from './trigger.types.ts';

export function checkNewTrigger(input: CreateTriggerInput): Checks {
  const checks = checkInput(CreateTriggerInput, input);
  checkParts(checks, input, input.type);
  return checks;
}

/** @param type of the trigger to change */
export function checkTriggerChange(input: UpdateTriggerInput, type: TriggerType): Checks {
  const checks = checkInput(UpdateTriggerInput, input);
  checkParts(checks, input, type);
  return checks;
}

/** The value by which keyword triggers are compared. */
export function valueKey(value: string): string {
  return comparable(value);
}

function checkParts(checks: Checks, input: CreateTriggerInput | UpdateTriggerInput, type: TriggerType): void {
  if (input.trigger?.value) checkValue(checks, type, input.trigger.value);
  input.actions?.slice(0, MAX_ACTIONS).forEach((action, index) => checkAction(checks, `actions[${index}]`, action));
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
