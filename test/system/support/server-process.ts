import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

const START_LIMIT_MS = 120_000;

export function temporaryFolder(name: string): Promise<string> {
  return mkdtemp(join(tmpdir(), `lectern-${name}-`));
}

/** A real server as a process, with a folder of its own, which is removed at the end, and ports that stay the same. */
export abstract class ServerProcess {
  abstract readonly url: string;
  protected readonly folder: string;
  private readonly program: string;
  private child: ChildProcess | undefined;

  protected constructor(program: string, folder: string) {
    this.program = program;
    this.folder = folder;
  }

  /** Resolves once the server says that it is ready. */
  async start(): Promise<void> {
    const child = spawn(this.program, this.flags(), { env: this.environment(), stdio: 'ignore' });
    this.child = child;
    const until = Date.now() + START_LIMIT_MS;
    while (!(await this.isReady())) {
      if (child.exitCode !== null) throw new Error(`${this.program} ended with ${child.exitCode}`);
      if (Date.now() > until) throw new Error(`${this.program} did not become ready`);
      await delay(20);
    }
  }

  async kill(): Promise<void> {
    if (!this.child || this.child.exitCode !== null || this.child.signalCode !== null) return;
    const exited = once(this.child, 'exit');
    this.child.kill('SIGKILL');
    await exited;
  }

  /** Stops answering without closing its connections, until `thaw`. */
  freeze(): void {
    this.child?.kill('SIGSTOP');
  }

  thaw(): void {
    this.child?.kill('SIGCONT');
  }

  async stop(): Promise<void> {
    await this.kill();
    await rm(this.folder, { recursive: true, force: true });
  }

  protected abstract readonly readyPath: string;
  protected abstract flags(): string[];

  protected environment(): NodeJS.ProcessEnv {
    return process.env;
  }

  private async isReady(): Promise<boolean> {
    return fetch(`${this.url}${this.readyPath}`).then(
      ({ ok }) => ok,
      () => false,
    );
  }
}
