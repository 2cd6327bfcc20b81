import { defineConfig } from 'vitest/config';

export default defineConfig({
  // Without the alias two copies of graphql are loaded (index.mjs and index.js) and types of one are foreign to the other.
  resolve: { alias: [{ find: /^graphql$/, replacement: 'graphql/index.js' }] },
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/support/global-setup.ts'],
    pool: 'threads',
    maxWorkers: 2,
    fsModuleCache: false,
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
