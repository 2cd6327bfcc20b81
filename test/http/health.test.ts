import { createServer } from 'node:net';
import { rm } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { useOwnService } from '../support/use-service.ts';
import { readiness } from '../support/readiness.ts';
import { use } from '../support/use.ts';
import { createMemoryRateLimiter } from '../../src/adapters/rate-limiter/memory.ts';
import { createServer as createHttpServer } from '../../src/http/server/create-server.ts';
import { type Dependencies, registerHealth } from '../../src/http/routes/health.ts';
import { RateLimits } from '../../src/http/gate/rate-limit.ts';
import { createLogger } from '../../src/shared/log/logger.ts';
import { listenLocally } from '../support/local-server.ts';

const up = async (): Promise<void> => {};
const down = async (): Promise<void> => {
  throw new Error('refused');
};
const silent = () => new Promise<void>(() => {});

async function ready(dependencies: Dependencies): Promise<[number, unknown]> {
  const server = createHttpServer(createLogger('silent'));
  registerHealth(server, dependencies, new RateLimits(createMemoryRateLimiter()), createLogger('silent'));
  const response = await server.inject('/health/ready');
  await server.close();
  return [response.statusCode, response.json()];
}

describe('readiness', () => {
  test('names each dependency, and which of them are down', async () => {
    expect(await ready({ needed: { one: up, two: down, three: up }, helpful: {} })).toEqual([
      503,
      { status: 'unavailable', dependencies: { one: 'ok', two: 'down', three: 'ok' } },
    ]);
  });

  test('is answered within 3 seconds when several dependencies do not answer', async () => {
    const started = performance.now();
    expect(await ready({ needed: { one: silent, two: silent, three: up }, helpful: { four: silent } })).toEqual([
      503,
      { status: 'unavailable', dependencies: { one: 'down', two: 'down', three: 'ok', four: 'down' } },
    ]);
    expect(performance.now() - started).toBeLessThan(3_000);
  });

  test('holds without what is only helpful, and says that it is missing', async () => {
    expect(await ready({ needed: { one: up }, helpful: { two: down } })).toEqual([
      200,
      { status: 'degraded', dependencies: { one: 'ok', two: 'down' } },
    ]);
  });

  test('holds without a program for single features, and says what to install', async () => {
    const missing = { tools: 'Install the tools', others: null };
    expect(await ready({ needed: { one: up }, helpful: {}, missing })).toEqual([
      200,
      {
        status: 'ok',
        dependencies: { one: 'ok', tools: 'missing', others: 'ok' },
        reasons: { tools: 'Install the tools' },
      },
    ]);
  });
});

test('one check of the dependencies serves all requests, and requests of an address are limited', async () => {
  let looks = 0;
  const look = async (): Promise<void> => void (looks += 1);
  const server = createHttpServer(createLogger('silent'));
  const limits = new RateLimits(createMemoryRateLimiter(), { probesPerMinute: 20 });
  registerHealth(server, { needed: { one: look }, helpful: {} }, limits, createLogger('silent'), 60_000);
  const answers = await Promise.all(Array.from({ length: 21 }, () => server.inject('/health/ready')));
  expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([...Array<number>(20).fill(200), 429]);
  expect(looks).toBe(1);
  expect((await server.inject('/health/live')).statusCode).toBe(200);
  await server.close();
});

describe('a service', () => {
  const away = use(
    async () => {
      const redis = createServer((socket) => socket.destroy());
      return { redis, port: await listenLocally(redis) };
    },
    ({ redis }) => redis.close(),
  );
  const service = useOwnService(() => ({ REDIS_URL: `redis://127.0.0.1:${away.port}` }));
  const lookReady = async (): Promise<[number, unknown]> => {
    const response = await fetch(`${service.url}/health/ready`);
    return [response.status, await response.json()];
  };

  test('serves without its Redis, which counts rate limits, and reports it', async () => {
    expect(await lookReady()).toEqual([
      200,
      readiness('degraded', { database: 'ok', 'vector index': 'ok', 'file storage': 'ok', 'rate limiter': 'down' }),
    ]);
  });

  test('is not ready without its files', async () => {
    await rm(`${service.dataDir}/files`, { recursive: true });
    await expect
      .poll(lookReady, { timeout: 10_000 })
      .toMatchObject([503, { dependencies: { database: 'ok', 'file storage': 'down' } }]);
  });

  test('is not ready with a closed index', async () => {
    await service.app.ports.index.close();
    await expect
      .poll(lookReady, { timeout: 10_000 })
      .toMatchObject([503, { dependencies: { database: 'ok', 'vector index': 'down' } }]);
  });
});

describe('a service without ffmpeg', () => {
  const service = useOwnService({ FFMPEG_PATH: '/nowhere/ffmpeg' });

  test('is ready, and says what to install where it is asked and where it starts', async () => {
    const response = await fetch(`${service.url}/health/ready`);
    const sentence = expect.stringMatching(/\/nowhere\/ffmpeg does not run: install it with `apt-get/) as string;
    expect([response.status, await response.json()]).toEqual([
      200,
      {
        status: 'ok',
        dependencies: { database: 'ok', 'vector index': 'ok', 'file storage': 'ok', 'media tools': 'missing' },
        reasons: { 'media tools': sentence },
      },
    ]);
    expect(service.app.adapters['media tools']).toEqual(sentence);
  });
});
