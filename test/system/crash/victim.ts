import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type ServiceProcess, startProcess } from '../support/process.ts';

export const ADMIN_KEY = 'admin-key-of-the-crash-suite';

/** The service as people run it, with everything embedded and durable, to be killed and started again on the same data. */
export class Victim {
  readonly dataDir: string;
  private readonly environment: Record<string, string>;
  private service: ServiceProcess | undefined;

  constructor(dataDir: string, environment: Record<string, string> = {}) {
    this.dataDir = dataDir;
    this.environment = environment;
  }

  get url(): string {
    if (!this.service) throw new Error('The service does not run');
    return this.service.url;
  }

  async start(): Promise<void> {
    this.service = await startProcess({
      DATA_DIR: this.dataDir,
      ADMIN_KEY,
      RATE_LIMIT_ENTERPRISE_PER_MINUTE: '1000000',
      ...this.environment,
    });
  }

  /** Without a chance to say goodbye. The database goes down in order by itself, or is killed as well. */
  async kill(options: { databaseToo: boolean }): Promise<void> {
    const postmaster = options.databaseToo ? await this.postmaster() : null;
    if (postmaster !== null) process.kill(postmaster, 'SIGKILL');
    const { child } = this.service ?? {};
    if (!child) return;
    const exit = child.exitCode === null && child.signalCode === null ? once(child, 'exit') : null;
    child.kill('SIGKILL');
    await exit;
    this.service = undefined;
  }

  async stop(): Promise<void> {
    await this.service?.stop();
    this.service = undefined;
  }

  private async postmaster(): Promise<number> {
    const file = join(this.dataDir, 'postgres', 'cluster', 'postmaster.pid');
    return Number((await readFile(file, 'utf8')).split('\n')[0]);
  }
}
