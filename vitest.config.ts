import { configDefaults, defineConfig } from 'vitest/config';

/** What takes minutes: `npm run test:attack` and `npm run test:faults`. */
const LONG = [
  ...(process.env['ATTACK'] === undefined ? ['test/attack/long/**'] : []),
  ...(process.env['FAULTS'] === undefined ? ['test/faults/**'] : []),
];

/** Attacks and faults start whole services, and other servers beside them. */
const STARTS_SERVERS = process.env['ATTACK'] !== undefined || process.env['FAULTS'] !== undefined;

/**
 * The files of these folders share the modules and the service of their worker. Every other file has a worker of its own,
 * and so has what counts the statements of the whole process.
 */
const SHARED = [
  'content',
  'content-type',
  'collection',
  'persona',
  'trigger',
  'reference',
  'site',
  'subscription',
  'idempotency',
  'form',
  'search',
  'agent',
].map((feature) => `test/features/${feature}/!(statements|withheld-turns).test.ts`);

const EXCLUDED = [...configDefaults.exclude, ...LONG];

export default defineConfig({
  // Without the alias two copies of graphql are loaded (index.mjs and index.js) and types of one are foreign to the other.
  resolve: { alias: [{ find: /^graphql$/, replacement: 'graphql/index.js' }] },
  test: {
    globalSetup: ['test/support/global-setup.ts'],
    pool: 'threads',
    maxWorkers: 2,
    fsModuleCache: false,
    testTimeout: process.env['CI'] ? 90_000 : 30_000,
    hookTimeout: STARTS_SERVERS ? 300_000 : process.env['CI'] ? 180_000 : 60_000,
    // A machine that builds other things beside must not fail a landing; at one's own desk a flaky test shows at once.
    retry: process.env['CI'] ? 2 : 0,
    projects: [
      {
        extends: true,
        test: { name: 'shared', isolate: false, include: SHARED, exclude: EXCLUDED },
      },
      {
        extends: true,
        test: { name: 'alone', isolate: true, include: ['test/**/*.test.ts'], exclude: [...EXCLUDED, ...SHARED] },
      },
    ],
  },
});
