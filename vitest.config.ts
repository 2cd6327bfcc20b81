import { configDefaults, defineConfig } from 'vitest/config';

/** What takes minutes: `npm run test:attack` and `npm run test:faults`. */
const LONG = [
  ...(process.env['ATTACK'] === undefined ? ['test/attack/long/**'] : []),
  ...(process.env['FAULTS'] === undefined ? ['test/faults/**'] : []),
];

/** Attacks and faults start whole services, and other servers beside them. */
const STARTS_SERVERS = process.env['ATTACK'] !== undefined || process.env['FAULTS'] !== undefined;

/**
 * Files with a worker of their own: they count the statements of the whole process, replace modules or global functions,
 * record telemetry or change the environment, or start processes and servers instead of a service. All others share the
 * modules and the service of their worker.
 */
const ALONE = [
  'test/features/**/{statements,withheld-turns}.test.ts',
  'test/features/access/mutation.test.ts',
  'test/{adapters,attack,backup,big,chaos,crash,docs,faults,fuzz,ports,real,telemetry}/**/*.test.ts',
  'test/deploy/!(smoke).test.ts',
];

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
    // A poll ends when it succeeds: the time only has to suffice on a busy machine.
    expect: { poll: { timeout: 10_000 } },
    // A machine that builds other things beside must not fail a landing; at one's own desk a flaky test shows at once.
    retry: process.env['CI'] ? 2 : 0,
    projects: [
      {
        extends: true,
        test: { name: 'shared', isolate: false, include: ['test/**/*.test.ts'], exclude: [...EXCLUDED, ...ALONE] },
      },
      {
        extends: true,
        test: { name: 'alone', isolate: true, include: ALONE, exclude: EXCLUDED },
      },
    ],
  },
});
