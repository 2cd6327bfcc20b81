import { mkdtemp, readFile, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type LocalToken, signLocalToken } from '../../../src/adapters/token-verifier/local.ts';
import { TOKEN_SECRET, storedSecret } from '../../../src/shared/stored-secret.ts';
import { install } from './installation.ts';
import { type ServiceProcess, startProcess } from './process.ts';

export const TARGET_ADMIN_KEY = 'admin-key-of-the-attacked-service';

export interface TargetSite {
  id: string;
  /** A key that may read and write. */
  key: string;
}

/** The built service as it is started, everything embedded: to be attacked over HTTP and watched from outside. */
export class Target {
  readonly dataDir: string;
  readonly service: ServiceProcess;

  private constructor(dataDir: string, service: ServiceProcess) {
    this.dataDir = dataDir;
    this.service = service;
  }

  /** As `npm start` does: a supervisor, the process that serves, and one that stands by. @param folder default: a new one */
  static async start(environment: Record<string, string> = {}, folder?: string): Promise<Target> {
    const dataDir = folder ?? (await mkdtemp(join(tmpdir(), 'lectern-target-')));
    if (folder === undefined) await install(dataDir);
    const settings = {
      DATA_DIR: dataDir,
      ADMIN_KEY: TARGET_ADMIN_KEY,
      RATE_LIMIT_ENTERPRISE_PER_MINUTE: '1000000',
      ...environment,
    };
    const target = new Target(dataDir, await startProcess(settings, undefined, 'supervisor.js'));
    // It loads its code while the service runs already: times that are measured meanwhile would be worse than they are.
    while ((await target.processIds()).length < 2) await delay(50);
    return target;
  }

  get url(): string {
    return this.service.url;
  }

  /** Bytes of memory that the service's own processes hold, PostgreSQL not counted. They share the pages of files. */
  async memory(): Promise<number> {
    const processes = (await descendants(this.pid)).filter(({ name }) => !name.startsWith('postgres'));
    const shared = Math.max(...processes.map(({ fileBytes }) => fileBytes));
    return processes.reduce((sum, { ownBytes }) => sum + ownBytes, shared);
  }

  /** Bytes of the files of the vector index: what is stored in it takes memory in proportion. */
  async indexBytes(): Promise<number> {
    const folder = join(this.dataDir, 'vectors');
    const files = await readdir(folder, { recursive: true }).catch(() => []);
    const sizes = await Promise.all(files.map((file) => stat(join(folder, file)).catch(() => undefined)));
    return sizes.reduce((sum, facts) => sum + (facts?.isFile() ? facts.size : 0), 0);
  }

  /** The process that serves and the one that stands by: another set later means that one has ended. */
  async processIds(): Promise<number[]> {
    const processes = await descendants(this.pid);
    return processes.filter(({ command }) => command.includes('main.js')).map(({ pid }) => pid);
  }

  get hasEnded(): boolean {
    const { exitCode, signalCode } = this.service.child;
    return exitCode !== null || signalCode !== null;
  }

  async admin<T = Record<string, unknown>>(query: string, variables: object = {}): Promise<T> {
    const answer = await this.graphql<T>(query, variables, { 'x-svc-admin-key': TARGET_ADMIN_KEY });
    if (!answer.data || answer.errors) throw new Error(JSON.stringify(answer));
    return answer.data;
  }

  async graphql<T = Record<string, unknown>>(
    query: string,
    variables: object,
    headers: Record<string, string>,
  ): Promise<{ data?: T | null; errors?: { message: string; extensions?: { code?: string } }[] }> {
    const response = await fetch(`${this.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ query, variables }),
    });
    return (await response.json()) as { data?: T | null };
  }

  /** A new site on plan enterprise. */
  async site(name: string, settings: object = {}): Promise<TargetSite> {
    const { createSite } = await this.admin<{ createSite: { id: string } }>(
      'mutation ($input: CreateSiteInput!) { createSite(input: $input) { id } }',
      { input: { name, ownerEmail: 'owner@example.org', plan: 'enterprise', ...settings } },
    );
    return { id: createSite.id, key: await this.key(createSite.id) };
  }

  /** The secret of a new key. */
  async key(siteId: string, scopes?: readonly ('read' | 'write')[]): Promise<string> {
    const { createApiKey } = await this.admin<{ createApiKey: { secret: string } }>(
      'mutation ($siteId: ID!, $input: CreateApiKeyInput!) { createApiKey(siteId: $siteId, input: $input) { secret } }',
      { siteId, input: { name: 'attack', ...(scopes ? { scopes } : {}) } },
    );
    return createApiKey.secret;
  }

  token(siteId: string, claims: Omit<LocalToken, 'secret' | 'siteId'>): Promise<string> {
    return signLocalToken({ secret: storedSecret(this.dataDir, TOKEN_SECRET), siteId, ...claims });
  }

  /** A call below `/api/sdk`. */
  async rest<T = Record<string, unknown>>(
    method: string,
    path: string,
    headers: Record<string, string> = {},
    body?: unknown,
  ): Promise<{ status: number; text: string; data: T }> {
    const response = await fetch(`${this.url}/api/sdk${path}`, {
      method,
      headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, text, data: (parsed(text) as { data?: T } | undefined)?.data as T };
  }

  async stop(): Promise<void> {
    await this.service.stop();
    await rm(this.dataDir, { recursive: true, force: true });
  }

  private get pid(): number {
    const { pid } = this.service.child;
    if (pid === undefined) throw new Error('The service was never started');
    return pid;
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

interface ProcessFacts {
  pid: number;
  parent: number;
  name: string;
  command: string;
  /** Memory that it alone holds. */
  ownBytes: number;
  /** Memory that holds pages of files, such as those of programs. */
  fileBytes: number;
}

/** The process and all that it has started, as /proc tells of them. */
async function descendants(root: number): Promise<ProcessFacts[]> {
  const ids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const processes = (await Promise.all(ids.map(factsOf))).filter((facts) => facts !== undefined);
  const found = processes.filter(({ pid }) => pid === root);
  for (const parent of found) found.push(...processes.filter((child) => child.parent === parent.pid));
  return found;
}

/** Undefined for one that has ended meanwhile. */
async function factsOf(id: string): Promise<ProcessFacts | undefined> {
  try {
    const [status, command] = await Promise.all([
      readFile(`/proc/${id}/status`, 'utf8'),
      readFile(`/proc/${id}/cmdline`, 'utf8'),
    ]);
    const field = (name: string) => new RegExp(`^${name}:\\s*(\\S+)`, 'm').exec(status)?.[1] ?? '';
    return {
      pid: Number(id),
      parent: Number(field('PPid')),
      name: field('Name'),
      command,
      ownBytes: (Number(field('RssAnon')) + Number(field('RssShmem'))) * 1024,
      fileBytes: Number(field('RssFile')) * 1024,
    };
  } catch {
    return undefined;
  }
}
