import { configDefaults, defineConfig } from 'vitest/config';

/** What takes minutes: `npm run test:attack` and `npm run test:faults`. */
const LONG = [
  ...(process.env['ATTACK'] === undefined ? ['test/attack/long/**'] : []),
  ...(process.env['FAULTS'] === undefined ? ['test/faults/**'] : []),
];

export default defineConfig({
  // Without the alias two copies of graphql are loaded (index.mjs and index.js) and types of one are foreign to the other.
  resolve: { alias: [{ find: /^graphql$/, replacement: 'graphql/index.js' }] },
  test: {
    include: ['test/**/*.test.ts'],
    exclude: [...configDefaults.exclude, ...LONG],
    globalSetup: ['test/support/global-setup.ts'],
    pool: 'threads',
    maxWorkers: 2,
    fsModuleCache: false,
    testTimeout: process.env['CI'] ? 90_000 : 30_000,
    hookTimeout: process.env['CI'] ? 180_000 : 60_000,
    // A machine that builds other things beside must not fail a landing; at one's own desk a flaky test shows at once.
    retry: process.env['CI'] ? 2 : 0,
  },
});
