import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { type TestDatabase, createTestDatabase } from '../../support/postgres.ts';
import { compiledCode } from '../../support/scratch.ts';

const MAIN = fileURLToPath(new URL('../../../dist/bundle/main.js', import.meta.url));

export const PRODUCTION_ADMIN_KEY = 'k3Jf8vQz71xWb0aLmT5n';

/** What production asks for at least; the database and the port come with the process. */
export const ORDERLY = {
  NODE_ENV: 'production',
  HOST: '127.0.0.1',
  PORT: '0',
  PUBLIC_URL: 'https://api.example.org',
  ADMIN_KEY: PRODUCTION_ADMIN_KEY,
  ENCRYPTION_KEY: 'w8Zr2Yt5Qe1Ui0Op9As4Df7Gh3Jk6Lx1',
};

type LogLine = Record<string, unknown> & { message: string; severity: string };

/** The built service as it runs in production: a process of its own on an external database. */
export class ProductionProcess {
  private static readonly running = new Set<ChildProcess>();
  readonly child: ChildProcess;
  /** What it has logged, in order. */
  readonly lines: LogLine[] = [];
  /** What it has written beside its log. */
  errors = '';
  private readonly closed: Promise<unknown>;

  private constructor(child: ChildProcess) {
    this.child = child;
    this.closed = once(child, 'close');
    if (!child.stdout || !child.stderr) throw new Error('The process has no output');
    createInterface(child.stdout).on('line', (line) => this.lines.push(JSON.parse(line) as LogLine));
    child.stderr.on('data', (part: Buffer) => (this.errors += String(part)));
  }

  /** Resolves at once; `ready` or `ended` tells how it went. */
  static start(environment: Record<string, string>): ProductionProcess {
    const env = { PATH: process.env['PATH'] ?? '', ...compiledCode(), ...ORDERLY, ...environment };
    const child = spawn(process.execPath, [MAIN], { env, stdio: ['ignore', 'pipe', 'pipe'] });
    this.running.add(child);
    child.once('exit', () => this.running.delete(child));
    return new ProductionProcess(child);
  }

  /** What a failed test has left behind. */
  static async killAll(this: void): Promise<void> {
    await Promise.all(
      [...ProductionProcess.running].map(async (child) => {
        const exit = once(child, 'exit');
        child.kill('SIGKILL');
        await exit;
      }),
    );
  }

  /** The line that says so, once it serves. */
  async ready(): Promise<LogLine & { address: string; adapters: Record<string, string> }> {
    for (;;) {
      const line = this.lines.find(({ message }) => message === 'ready');
      if (line) return line as LogLine & { address: string; adapters: Record<string, string> };
      if (this.child.exitCode !== null) throw new Error(`It ended with ${this.child.exitCode}:\n${this.errors}`);
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  }

  /** Its address, once its port is open: before `ready` where it waits for something. */
  async listening(): Promise<string> {
    for (;;) {
      const line = this.lines.find(({ address }) => typeof address === 'string');
      if (line) return String(line['address']);
      if (this.child.exitCode !== null) throw new Error(`It ended with ${this.child.exitCode}:\n${this.errors}`);
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  }

  /** GraphQL as the admin; answers `data`. */
  async admin<T>(query: string): Promise<T> {
    const { address } = await this.ready();
    const response = await fetch(`${address}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-svc-admin-key': PRODUCTION_ADMIN_KEY },
      body: JSON.stringify({ query }),
    });
    return ((await response.json()) as { data: T }).data;
  }

  /** The key of a new site, which has forms. */
  async newKey(): Promise<string> {
    const { createSite } = await this.admin<{ createSite: { id: string } }>(
      'mutation { createSite(input: { name: "Site", ownerEmail: "o@example.org", plan: enterprise }) { id } }',
    );
    const { createApiKey } = await this.admin<{ createApiKey: { secret: string } }>(
      `mutation {
        updateSite(id: "${createSite.id}", input: { forms: { enabled: true } }) { id }
        createApiKey(siteId: "${createSite.id}", input: { name: "key" }) { secret }
      }`,
    );
    return createApiKey.secret;
  }

  /** The exit code, once all of its output has been read. */
  async ended(): Promise<number | null> {
    await this.closed;
    return this.child.exitCode;
  }
}

/** A database and a data folder for one test file. */
export async function productionGround(): Promise<{
  database: TestDatabase;
  environment: { DATABASE_URL: string; DATA_DIR: string };
  remove(): Promise<void>;
}> {
  const database = await createTestDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), 'lectern-production-'));
  const { user, port, name, host } = database;
  return {
    database,
    environment: {
      DATABASE_URL: `postgres://${user}@localhost:${port}/${name}?host=${encodeURIComponent(host)}`,
      DATA_DIR: dataDir,
    },
    async remove() {
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
