import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type App, createApp } from '../../src/app.ts';
import { type Config, parseConfig } from '../../src/config.ts';
import { type LocalToken, signLocalToken } from '../../src/adapters/token-verifier/local.ts';
import { TOKEN_SECRET, storedSecret } from '../../src/shared/stored-secret.ts';
import { FRESH_MS } from '../../src/features/site/key-directory.ts';
import { createLogger } from '../../src/shared/log/logger.ts';
import { INSTANCES, startSharedParts } from './instances.ts';
import { createTestDatabase } from './postgres.ts';
import { TestSite } from './site.ts';

export const ADMIN_KEY = 'admin-key-of-the-tests';

const CHANGES_SITE =
  /\b(updateSite|deleteSite|updateSiteModel|deleteSiteModel|updateSiteReranker|deleteSiteReranker|revokeApiKey)\b/;

/** Tests of anything else must not meet the rate limit. */
const UNHURRIED = {
  RATE_LIMIT_ENTERPRISE_PER_MINUTE: '1000000',
  RATE_LIMIT_KEYLESS_PER_MINUTE: '1000000',
  RATE_LIMIT_SIGN_IN_PER_MINUTE: '1000000',
};

export interface GraphQLAnswer<T = Record<string, unknown>> {
  data?: T | null;
  errors?: { message: string; path?: (string | number)[]; extensions: Record<string, unknown> }[];
}

/** A whole service on a database, an index and a port of its own, used over HTTP. */
export class TestService {
  readonly url: string;
  readonly app: App;
  readonly dataDir: string;
  private readonly clean: () => Promise<void>;
  private readonly others: readonly App[];

  constructor(app: App, url: string, dataDir: string, clean: () => Promise<void>, others: readonly App[] = []) {
    this.app = app;
    this.url = url;
    this.dataDir = dataDir;
    this.clean = clean;
    this.others = others;
  }

  private get apps(): readonly App[] {
    return [this.app, ...this.others];
  }

  /** A token of a user of the site, as its identity provider would sign it. */
  token(siteId: string, claims: Omit<LocalToken, 'secret' | 'siteId'>): Promise<string> {
    return signLocalToken({ secret: storedSecret(this.dataDir, TOKEN_SECRET), siteId, ...claims });
  }

  /** GraphQL as the admin: sites and keys. Throws when there are errors. */
  async admin<T = Record<string, unknown>>(query: string, variables: object = {}): Promise<T> {
    const answer = await this.graphql<T>(query, variables, { 'x-svc-admin-key': ADMIN_KEY });
    if (answer.errors || !answer.data) throw new Error(JSON.stringify(answer.errors));
    return answer.data;
  }

  /** GraphQL with any headers; answers whatever comes. */
  async graphql<T = Record<string, unknown>>(
    query: string,
    variables: object = {},
    headers: Record<string, string> = {},
  ): Promise<GraphQLAnswer<T>> {
    const response = await fetch(`${this.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ query, variables }),
    });
    // What the other instances remember of keys and sites holds for some seconds yet.
    if (this.others.length > 0 && CHANGES_SITE.test(query)) await delay(FRESH_MS);
    return (await response.json()) as GraphQLAnswer<T>;
  }

  /** A new site on plan enterprise with a key of its own. */
  async site(name = 'Test site'): Promise<TestSite> {
    const { createSite } = await this.admin<{ createSite: { id: string } }>(
      'mutation ($input: CreateSiteInput!) { createSite(input: $input) { id } }',
      { input: { name, ownerEmail: 'owner@example.org', plan: 'enterprise' } },
    );
    const { secret } = await this.key(createSite.id);
    return new TestSite(this, createSite.id, secret);
  }

  async key(siteId: string, input: object = { name: 'test' }): Promise<{ id: string; secret: string }> {
    const { createApiKey } = await this.admin<{ createApiKey: { id: string; secret: string } }>(
      'mutation ($siteId: ID!, $input: CreateApiKeyInput!) { createApiKey(siteId: $siteId, input: $input) { id secret } }',
      { siteId, input },
    );
    return createApiKey;
  }

  /** No instance runs file jobs any more, until `startFileJobs`. */
  async stopFileJobs(): Promise<void> {
    await Promise.all(this.apps.map(({ features }) => features.runners.files.stop(10_000)));
  }

  async startFileJobs(): Promise<void> {
    await Promise.all(this.apps.map(({ features }) => features.runners.files.start({ alone: false })));
  }

  /** No instance processes videos any more, until `startVideoJobs`. */
  async stopVideoJobs(): Promise<void> {
    await Promise.all(this.apps.map(({ features }) => features.runners.videos.stop(0)));
  }

  async startVideoJobs(): Promise<void> {
    await Promise.all(this.apps.map(({ features }) => features.runners.videos.start({ alone: false })));
  }

  /** No instance runs other jobs any more, until `startJobs`. */
  async stopJobs(): Promise<void> {
    await Promise.all(this.apps.map(({ features }) => features.runners.main.stop(10_000)));
  }

  async startJobs(): Promise<void> {
    await Promise.all(this.apps.map(({ features }) => features.runners.main.start({ alone: false })));
  }

  /** Lets jobs be noticed that a test has made due. */
  async noticeJobs(): Promise<void> {
    const { features, ports } = this.app;
    for (const runner of Object.values(features.runners)) runner.wake();
    if (ports.queue.sender) await features.jobs.dispatchOverdue(1_000, 0, randomUUID());
  }

  async stop(): Promise<void> {
    await Promise.all(this.apps.map((app) => app.stop()));
    await this.clean();
  }
}

/**
 * Starts a service for one test file; stop it in `afterAll`. With INSTANCES=2 there are two, and each request goes to the
 * next one.
 * @param environment more variables, as the real process has them
 * @param log where its log goes, instead of standard output
 */
export async function startService(
  environment: Record<string, string> = {},
  log?: { write(line: string): void },
): Promise<TestService> {
  const database = await createTestDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), 'lectern-test-'));
  const shared = INSTANCES > 1 ? await startSharedParts() : null;
  const clean = async () => {
    await shared?.stop();
    await database.drop();
    await rm(dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  };
  // Each connection plans every statement for itself, and the tests of a file are few callers.
  const standard = {
    DATABASE_POOL_SIZE: '4',
    PORT: '0',
    DATA_DIR: dataDir,
    ADMIN_KEY,
    LOG_LEVEL: 'fatal',
    ...UNHURRIED,
  };
  const { host, port, user, name } = database;
  const config: Config = {
    ...parseConfig({ ...standard, ...shared?.environment, ...environment }),
    database: { host, port, user, database: name },
  };
  const apps: App[] = [];
  try {
    const urls: string[] = [];
    while (urls.length < INSTANCES) urls.push(await startInstance(config, apps, log));
    shared?.balancer.targets.push(...urls);
    const [app, ...others] = apps as [App, ...App[]];
    return new TestService(app, shared?.balancer.url ?? urls[0] ?? '', dataDir, clean, others);
  } catch (error) {
    await Promise.all(apps.map((app) => app.stop()));
    await clean();
    throw error;
  }
}

async function startInstance(config: Config, apps: App[], log?: { write(line: string): void }): Promise<string> {
  const app = await createApp(config, createLogger(config.log.level, log, config.log.project));
  apps.push(app);
  return app.server.listen({ host: '127.0.0.1', port: 0 });
}
