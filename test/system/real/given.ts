import { describe } from 'vitest';
import { needsUnless } from '../../support/needs.ts';

/**
 * Tests against a real service, which run when its variables are set: see docs/testing.md. They cost what the service costs.
 * `tests` gets the values in the order of their names.
 */
export function describeReal(what: string, names: readonly string[], tests: (...values: string[]) => void): void {
  const values = names.map((name) => process.env[name] ?? '');
  const missing = names.filter((_name, at) => values[at] === '');
  const sentence = missing.length === 0 ? undefined : `${missing.join(', ')} not set`;
  describe(what, needsUnless(sentence), () => tests(...values));
}
