import type { FastifyInstance } from 'fastify';
import { ServiceError } from '../shared/errors.ts';
import type { Logger } from '../shared/logger.ts';
import { VERSION } from '../shared/version.ts';
import type { RateLimits } from './rate-limit.ts';

/** Each rejects when what it is named after is down. */
type Checks = Readonly<Record<string, () => Promise<void>>>;

export interface Dependencies {
  /** What must answer for the service to serve. */
  needed: Checks;
  /** What the service goes on without, less well. */
  helpful: Checks;
  /** Why the process should be started anew although it runs; null: it is well. */
  sickness?: () => string | null;
}

/** Less than what a probe usually waits. */
const PATIENCE_MS = 2_500;

/** How long one look at the dependencies serves everybody who asks. */
const FRESH_MS = 1_000;

/**
 * `/health/live`: the process runs, and of which version it is. `/health/ready`: it can serve; 503 names what is down, or says that it is stopping. Without something that is only
 * helpful it is `degraded` and can still serve: were it 503, a lost Redis would take down every instance at once.
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
  const look = shared(() => readinessOf(dependencies, log), freshMs);
  const config = { access: 'probe' } as const;
  server.get('/health/live', { config }, async (_request, reply) => {
    const reason = dependencies.sickness?.() ?? null;
    return reason === null ? { status: 'ok', version: VERSION } : reply.code(503).send({ status: 'failed', reason });
  });
  server.get('/health/ready', { config }, async (request, reply) => {
    if (stopping) return reply.code(503).send({ status: 'stopping', dependencies: {} });
    await limits.countProbe(request, reply);
    const readiness = await look();
    return reply.code(readiness.status === 'unavailable' ? 503 : 200).send(readiness);
  });
}

/** One look at a time, whose outcome is good for a while. */
function shared<T>(look: () => Promise<T>, freshMs: number): () => Promise<T> {
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

async function readinessOf({ needed, helpful }: Dependencies, log: Logger) {
  const [ofNeeded, ofHelpful] = await Promise.all([lookAt(needed, log), lookAt(helpful, log)]);
  const well = allUp(ofHelpful) ? 'ok' : 'degraded';
  const looks = [...ofNeeded, ...ofHelpful];
  const reasons = looks.flatMap(({ name, reason }) => (reason === undefined ? [] : [[name, reason]]));
  return {
    status: allUp(ofNeeded) ? well : 'unavailable',
    dependencies: Object.fromEntries(looks.map(({ name, state }) => [name, state])),
    ...(reasons.length > 0 ? { reasons: Object.fromEntries(reasons) } : {}),
  };
}

interface Look {
  name: string;
  state: 'ok' | 'down';
  /** Why it is down, in words that anybody may read. */
  reason?: string;
}

function allUp(looks: readonly Look[]): boolean {
  return looks.every(({ state }) => state === 'ok');
}

async function lookAt(checks: Checks, log: Logger): Promise<Look[]> {
  return Promise.all(
    Object.entries(checks).map(async ([name, check]): Promise<Look> => {
      try {
        await inTime(check());
        return { name, state: 'ok' };
      } catch (error) {
        log.warn({ err: error, dependency: name }, 'a dependency is down');
        // Other errors may hold addresses, which are for the log.
        return { name, state: 'down', ...(error instanceof ServiceError ? { reason: error.message } : {}) };
      }
    }),
  );
}

async function inTime(check: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('no answer in time')), PATIENCE_MS);
  });
  return Promise.race([check, late]).finally(() => clearTimeout(timer));
}
