import type { FastifyInstance } from 'fastify';
import { ServiceError } from '../../shared/errors.ts';
import type { Logger } from '../../shared/log/logger.ts';
import { VERSION } from '../../shared/version.ts';
import { withTimeout } from '../../shared/timeout.ts';
import type { RateLimits } from '../gate/rate-limit.ts';

/** Checks by dependency; each rejects if its dependency is down. */
type Checks = Readonly<Record<string, () => Promise<void>>>;

export interface Dependencies {
  /** Dependencies without which the service cannot serve requests. */
  needed: Checks;
  /** Optional dependencies. */
  helpful: Checks;
  /**
   * Programs without which single features do not work: what to install, or null if they are there. They do not change
   * the status, because an installation without them may be intended.
   */
  missing?: Readonly<Record<string, string | null>>;
  /** Why the process should be restarted although it runs; null if it is healthy. */
  failureReason?: () => string | null;
}

/** Less than the usual timeout of a health check. */
const PATIENCE_MS = 2_500;

/** How long the result of a check is reused. */
const FRESH_MS = 1_000;

/**
 * `/health/live`: the process runs, with its version. `/health/ready`: the service can serve requests; 503 names the
 * dependency that is down, or says that the service is stopping. Without an optional dependency the status is
 * `degraded` with 200: a 503 would take down all instances when, for example, Redis fails. Programs that are not
 * installed are named with what to do.
 */
export function registerHealth(
  server: FastifyInstance,
  dependencies: Dependencies,
  limits: RateLimits,
  log: Logger,
  freshMs = FRESH_MS,
): void {
  let stopping = false;
  server.addHook('preClose', async () => {
    stopping = true;
  });
  const look = shareResult(() => readReadiness(dependencies, log), freshMs);
  const config = { access: 'probe' } as const;
  server.get('/health/live', { config }, async (_request, reply) => {
    const reason = dependencies.failureReason?.() ?? null;
    return reason === null ? { status: 'ok', version: VERSION } : reply.code(503).send({ status: 'failed', reason });
  });
  server.get('/health/ready', { config }, async (_request, reply) => {
    if (stopping) return reply.code(503).send({ status: 'stopping', dependencies: {} });
    await limits.countAddress('probes', reply);
    const readiness = await look();
    return reply.code(readiness.status === 'unavailable' ? 503 : 200).send(readiness);
  });
}

/** Runs one check at a time and reuses its result for a while. */
function shareResult<T>(look: () => Promise<T>, freshMs: number): () => Promise<T> {
  let last: Promise<T> | undefined;
  return () => {
    if (last) return last;
    const current = look();
    last = current;
    const forget = (): void => {
      setTimeout(() => {
        last = undefined;
      }, freshMs).unref();
    };
    current.then(forget, forget);
    return current;
  };
}

async function readReadiness({ needed, helpful, missing = {} }: Dependencies, log: Logger) {
  const [neededResults, helpfulResults] = await Promise.all([runChecks(needed, log), runChecks(helpful, log)]);
  const well = areAllAvailable(helpfulResults) ? 'ok' : 'degraded';
  const looks = [...neededResults, ...helpfulResults, ...Object.entries(missing).map(toolLook)];
  const reasons = looks.flatMap(({ name, reason }) => (reason === undefined ? [] : [[name, reason]]));
  return {
    status: areAllAvailable(neededResults) ? well : 'unavailable',
    dependencies: Object.fromEntries(looks.map(({ name, state }) => [name, state])),
    ...(reasons.length > 0 ? { reasons: Object.fromEntries(reasons) } : {}),
  };
}

interface Look {
  name: string;
  state: 'ok' | 'down' | 'missing';
  /** The reason for a public response. */
  reason?: string;
}

function toolLook([name, reason]: [name: string, reason: string | null]): Look {
  return reason === null ? { name, state: 'ok' } : { name, state: 'missing', reason };
}

function areAllAvailable(looks: readonly Look[]): boolean {
  return looks.every(({ state }) => state === 'ok');
}

async function runChecks(checks: Checks, log: Logger): Promise<Look[]> {
  return Promise.all(
    Object.entries(checks).map(async ([name, check]): Promise<Look> => {
      try {
        await withTimeout(PATIENCE_MS, check(), () => new Error('timed out'));
        return { name, state: 'ok' };
      } catch (error) {
        log.warn({ err: error, dependency: name }, 'a dependency is down');
        // Other errors may contain addresses and are only logged.
        return { name, state: 'down', ...(error instanceof ServiceError ? { reason: error.message } : {}) };
      }
    }),
  );
}
