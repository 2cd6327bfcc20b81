import { randomBytes } from 'node:crypto';
import { RedisServer } from './redis-server.ts';
import { type CloudTasksDouble, startCloudTasksDouble } from './cloud-tasks-double.ts';
import { hasProgram } from './needs.ts';
import { type RoundRobin, startRoundRobin } from './round-robin.ts';
import { startWeaviateDouble } from './weaviate-double.ts';

/** How many instances serve each test file, behind a load balancer: `npm run test:instances` asks for two. */
export const INSTANCES = Number(process.env['INSTANCES'] ?? 1);

/** For what holds within one process, or of the very connection to it: skipped behind a load balancer. */
export const ofOneInstance = { skip: INSTANCES > 1 };

/** What several instances share besides a database and a folder. */
export interface SharedParts {
  balancer: RoundRobin;
  queue: CloudTasksDouble;
  /** The settings of each of them. */
  environment: Record<string, string>;
  stop(): Promise<void>;
}

const SWEEP_EVERY_MS = 2_000;

/**
 * A load balancer, a queue, a vector index (the Weaviate at WEAVIATE_URL, or else a double of it), and rate limits where there
 * is a redis-server to count in.
 */
export async function startSharedParts(): Promise<SharedParts> {
  const [balancer, queue, index, redis] = await Promise.all([
    startRoundRobin(),
    startCloudTasksDouble(),
    sharedIndex(),
    hasProgram('redis-server') ? RedisServer.start() : null,
  ]);
  queue.routeTo(balancer.url);
  queue.sweepEvery(SWEEP_EVERY_MS);
  return {
    balancer,
    queue,
    environment: { ...index.environment, ...queue.environment, ...(redis ? { REDIS_URL: redis.url } : {}) },
    async stop() {
      await queue.stop();
      await Promise.all([balancer.stop(), index.stop(), redis?.stop()]);
    },
  };
}

async function sharedIndex(): Promise<{ environment: Record<string, string>; stop: () => Promise<void> }> {
  const { WEAVIATE_URL, WEAVIATE_GRPC_URL = '', WEAVIATE_API_KEY = '' } = process.env;
  const WEAVIATE_COLLECTION = `Test${randomBytes(6).toString('hex')}`;
  if (WEAVIATE_URL) {
    const environment = { WEAVIATE_URL, WEAVIATE_GRPC_URL, WEAVIATE_API_KEY, WEAVIATE_COLLECTION };
    return { environment, stop: () => removeCollections(environment) };
  }
  const double = await startWeaviateDouble();
  return { environment: { WEAVIATE_URL: double.url, WEAVIATE_GRPC_URL: double.grpcUrl }, stop: () => double.stop() };
}

async function removeCollections(
  at: Record<'WEAVIATE_URL' | 'WEAVIATE_API_KEY' | 'WEAVIATE_COLLECTION', string>,
): Promise<void> {
  const headers = at.WEAVIATE_API_KEY ? { authorization: `Bearer ${at.WEAVIATE_API_KEY}` } : {};
  const answer = await fetch(`${at.WEAVIATE_URL}/v1/schema`, { headers });
  const { classes } = (await answer.json()) as { classes: { class: string }[] };
  for (const { class: name } of classes.filter((one) => one.class.startsWith(at.WEAVIATE_COLLECTION))) {
    await fetch(`${at.WEAVIATE_URL}/v1/schema/${name}`, { method: 'DELETE', headers });
  }
}
