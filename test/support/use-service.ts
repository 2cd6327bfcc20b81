import { test } from 'vitest';
import { INSTANCES } from './instances.ts';
import { type TestService, startService } from './service.ts';
import type { TestSite } from './site.ts';
import { Opened, use, useForEach } from './use.ts';

type Environment = Record<string, string>;

/** A service that the test files of a worker share: for tests that look at sites of their own and leave the rest as it is. */
export function useService(): TestService {
  // Two instances have servers beside them that must be stopped, so they are started for each file.
  if (INSTANCES > 1) return useOwnService();
  const service = new Opened<TestService>();
  worker.beforeAll(({ shared }) => service.open(async () => withoutStops(shared)));
  return service.reference;
}

const STOPS: ReadonlySet<unknown> = new Set(['stop', 'stopJobs', 'stopFileJobs', 'startFileJobs']);

/** Fails a test that would stop what other files use. */
function withoutStops(shared: TestService): TestService {
  return new Proxy(shared, {
    get: (_, key) => {
      if (STOPS.has(key)) throw new Error(`${String(key)} is for a service of the file alone: useOwnService()`);
      const value: unknown = Reflect.get(shared, key);
      return typeof value === 'function' ? (value.bind(shared) as unknown) : value;
    },
  });
}

/**
 * A service for this file alone: for tests that stop its jobs, count all rows, or start it with other settings.
 * @param environment what depends on something else that is opened before is given as a function
 */
export function useOwnService(
  environment: Environment | (() => Environment) = {},
  log?: { write(line: string): void },
): TestService {
  return use(() => startService(typeof environment === 'function' ? environment() : environment, log));
}

/** A new site for the tests around. */
export function useSite(service = useService(), name?: string): TestSite {
  return use(() => service.site(name));
}

/** A new site for each test. */
export function useSiteForEach(service = useService()): TestSite {
  return useForEach(() => service.site());
}

const worker = test
  .extend('settings', { scope: 'worker' }, {})
  .extend('shared', { scope: 'worker' }, async ({ settings }, { onCleanup }) => {
    const service = await startService(settings);
    onCleanup(() => service.stop());
    return service;
  });
