import { expect, test } from 'vitest';
import lock from '../../../package-lock.json' with { type: 'json' };

test('npm ci warns of no engine: the lock file has those of this project alone', () => {
  const withEngines = Object.entries(lock.packages).filter(([, entry]) => 'engines' in entry);
  const paths = withEngines.map(([path]) => path);
  expect(paths, 'run `node scripts/complete-lockfile.mjs`').toEqual(['']);
});
