import { fileURLToPath } from 'node:url';
import { configDefaults, defineConfig } from 'vitest/config';

/** What takes minutes: `npm run test:attack` and `npm run test:faults`. */
const LONG = [
  ...(process.env['ATTACK'] === undefined ? ['test/system/attack/long/**'] : []),
  ...(process.env['FAULTS'] === undefined ? ['test/system/faults/**'] : []),
];

/** Variables that ask for the long form of tests: see docs/testing.md. */
const LONG_FORMS = [
  'ATTACK',
  'BIG_UPLOAD_MB',
  'CRASH_ROUNDS',
  'DASHBOARD',
  'DOCUMENTS',
  'FAULTS',
  'FILTER_CASES',
  'GENERATORS',
  'IMPORT_ITEMS',
  'INSTANCES',
  'MCP_CASES',
  'PLAN_ITEMS',
  'REFERENCE',
  'VIDEO',
];
const isLong = LONG_FORMS.some((name) => process.env[name] !== undefined);

/**
 * Files with a worker of their own: they count its statements, measure its memory or its event loop, replace its modules,
 * change its environment, replace its timers or record its telemetry. All others share the modules and the service of
 * their worker.
 */
const ALONE = {
  api: [
    'test/features/statements.test.ts',
    'test/features/agent/withheld-turns.test.ts',
    'test/adapters/file-storage/gcs.keyless.test.ts',
    'test/adapters/token-verifier/firebase.test.ts',
    'test/ports/cloud-tasks-job-queue.test.ts',
    'test/telemetry/*.test.ts',
    'test/http/drain.test.ts',
    'test/shared/background-thread.test.ts',
  ],
  system: [
    'test/system/features/access/mutation.test.ts',
    'test/system/features/content/filter/*.test.ts',
    'test/system/adapters/{extractor,image-transformer}/*.test.ts',
    'test/system/{faults,telemetry}/*.test.ts',
  ],
};

const EXCLUDED = [...configDefaults.exclude, ...LONG];

/** Two projects, because workers are shared or not by project: `--project 'api*'` and `--project 'system*'` run both. */
function projects(name: keyof typeof ALONE, include: string[], exclude: string[]) {
  return [
    { extends: true as const, test: { name, isolate: false, include, exclude: [...exclude, ...ALONE[name]] } },
    { extends: true as const, test: { name: `${name}-alone`, isolate: true, include: ALONE[name], exclude } },
  ];
}

export default defineConfig({
  // Without the alias two copies of graphql are loaded (index.mjs and index.js) and types of one are foreign to the other.
  resolve: {
    alias: [
      { find: /^graphql$/, replacement: 'graphql/index.js' },
      // As the example's own installation has it.
      {
        find: '@lectern/client',
        replacement: fileURLToPath(new URL('clients/typescript/src/client.ts', import.meta.url)),
      },
    ],
  },
  test: {
    globalSetup: ['test/support/global-setup.ts'],
    reporters: ['default', './test/support/skipped-tests-reporter.ts'],
    // Not threads: a limit of the process, and a file that a child process inherits, would reach the tests beside.
    pool: 'forks',
    // Tests make much that is gone at once: with a larger young generation a tenth of the processor time is saved.
    execArgv: ['--max-semi-space-size=32'],
    // One more than the two processors that the suite is planned for: a third of the time is waited, not worked.
    maxWorkers: 3,
    // They end what hangs: the times only have to suffice on a machine that is busy with six times its work.
    testTimeout: isLong ? 1_800_000 : 90_000,
    hookTimeout: isLong ? 300_000 : 180_000,
    // A poll ends when it succeeds: the time only has to suffice on a busy machine.
    expect: { poll: { timeout: 10_000 } },
    // A test that fails now and then is mended, not repeated.
    retry: 0,
    // See decision 217.
    projects: [
      ...projects('api', ['test/**/*.test.ts'], [...EXCLUDED, 'test/system/**']),
      ...projects('system', ['test/system/**/*.test.ts'], EXCLUDED),
    ],
  },
});
