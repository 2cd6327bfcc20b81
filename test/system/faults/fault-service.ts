import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type App, createApp } from '../../../src/app.ts';
import { parseConfig } from '../../../src/config.ts';
import type { DatabaseConnection } from '../../../src/database/connection.ts';
import { createLogger } from '../../../src/shared/log/logger.ts';
import { type ToolEndpoint, startToolEndpoint } from '../../features/agent/tool-endpoint.ts';
import { COHERE_KEY, type CohereDouble, startCohereDouble } from '../../support/cohere-double.ts';
import { createTestDatabase } from '../../support/postgres.ts';
import { ADMIN_KEY, TestService } from '../../support/service.ts';
import { startVideoHost } from './video-host.ts';

export interface FaultService {
  service: TestService;
  app: App;
  cohere: CohereDouble;
  endpoint: ToolEndpoint;
  /** By the name of a file. */
  videoUrl: (name: string) => string;
  stop(): Promise<void>;
}

export interface Servers {
  /** Default: a new database of the run's server. */
  database?: DatabaseConnection;
  cohere?: (url: string) => Promise<string>;
  environment?: Record<string, string>;
}

/** A service with a model, a reranker, a webhook tool and videos, whose servers may be reached by way of a proxy. */
export async function startFaultService(servers: Servers = {}): Promise<FaultService> {
  const [cohere, endpoint, videos] = await Promise.all([startCohereDouble(), startToolEndpoint(), startVideoHost()]);
  const { database, drop } = servers.database
    ? { database: servers.database, drop: async () => {} }
    : await ownDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), 'lectern-faults-'));
  const environment = {
    PORT: '0',
    DATA_DIR: dataDir,
    ADMIN_KEY,
    LOG_LEVEL: 'silent',
    RATE_LIMIT_ENTERPRISE_PER_MINUTE: '1000000',
    COHERE_API_KEY: COHERE_KEY,
    COHERE_BASE_URL: (await servers.cohere?.(cohere.url)) ?? cohere.url,
    OUTBOUND_ALLOW_HOSTS: `${endpoint.host},${videos.host}`,
    REQUEST_TIMEOUT_SECONDS: '10',
    CHAT_TIMEOUT_SECONDS: '20',
    ...servers.environment,
  };
  const app = await createApp({ ...parseConfig(environment), database }, createLogger('silent'));
  const url = await app.server.listen({ host: '127.0.0.1', port: 0 });
  const service = new TestService(app, url, dataDir, async () => {});
  const stop = async (): Promise<void> => {
    await app.stop();
    const closing = [cohere.close(), endpoint.close(), videos.stop(), drop()];
    await Promise.all([...closing, rm(dataDir, { recursive: true, force: true })]);
  };
  return { service, app, cohere, endpoint, videoUrl: videos.urlOf, stop };
}

async function ownDatabase(): Promise<{ database: DatabaseConnection; drop: () => Promise<void> }> {
  const { host, port, user, name, drop } = await createTestDatabase();
  return { database: { host, port, user, database: name }, drop };
}
