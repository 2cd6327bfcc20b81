import { describe } from 'vitest';

/**
 * Tests against a real service, which run when its variables are set: see docs/testing.md. They cost what the service costs.
 * `tests` gets the values in the order of their names.
 */
export function describeReal(what: string, names: readonly string[], tests: (...values: string[]) => void): void {
  const values = names.map((name) => process.env[name] ?? '');
  const missing = names.filter((_name, at) => values[at] === '');
  if (missing.length === 0) describe(what, () => tests(...values));
  else describe.skip(`${what} - SKIPPED: ${missing.join(', ')} not set`, () => tests(...values));
}
