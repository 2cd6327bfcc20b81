import type { FastifyInstance } from 'fastify';
import type { Logger } from '../shared/logger.ts';

/** What must answer for the service to serve, by name; each rejects when it is down. */
export type Dependencies = Readonly<Record<string, () => Promise<void>>>;

const PATIENCE_MS = 3_000;

/** `/health/live`: the process runs. `/health/ready`: it can serve; 503 names what is down. */
export function registerHealth(server: FastifyInstance, dependencies: Dependencies, log: Logger): void {
  server.get('/health/live', async () => ({ status: 'ok' }));
  server.get('/health/ready', async (_request, reply) => {
    const states = await Promise.all(
      Object.entries(dependencies).map(async ([name, check]) => {
        const state = await within(check()).then(
          () => 'ok',
          (error: unknown) => {
            log.warn({ err: error, dependency: name }, 'a dependency is down');
            return 'down';
          },
        );
        return [name, state] as const;
      }),
    );
    const ready = states.every(([, state]) => state === 'ok');
    return reply
      .code(ready ? 200 : 503)
      .send({ status: ready ? 'ok' : 'unavailable', dependencies: Object.fromEntries(states) });
  });
}

async function within(check: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('no answer in time')), PATIENCE_MS);
  });
  return Promise.race([check, late]).finally(() => clearTimeout(timer));
}
