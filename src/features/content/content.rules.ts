import type { Checks } from '../../shared/checks.ts';

/** Subscriptions without which nobody could see the item are a mistake of the writer. */
export function checkRequiredSubscriptions(checks: Checks, accessLevel: string, required: readonly string[]): void {
  if (accessLevel === 'subscription' && required.length === 0) checks.fault('requiredSubscriptions', 'is required');
}
