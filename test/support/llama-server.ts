import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { tinyModel } from './gguf-model.ts';
import { freePort } from './local-server.ts';

const SERVER = 'llama-server';

/** Whether llama.cpp's server is on the PATH. */
export const HAS_LLAMA_SERVER = spawnSync(SERVER, ['--version']).status === 0;

const START_LIMIT_MS = 60_000;

/** llama.cpp's server with a tiny model, at a port of its own, which stays the same when it is restarted. */
export class LlamaServer {
  readonly url: string;
  private readonly folder: string;
  private readonly port: number;
  private readonly flags: readonly string[];
  private child: ChildProcess | undefined;

  private constructor(folder: string, port: number, flags: readonly string[]) {
    this.folder = folder;
    this.port = port;
    this.flags = flags;
    this.url = `http://127.0.0.1:${port}`;
  }

  static async start(flags: readonly string[] = []): Promise<LlamaServer> {
    const folder = await mkdtemp(join(tmpdir(), 'lectern-llama-'));
    await writeFile(join(folder, 'tiny.gguf'), tinyModel());
    const server = new LlamaServer(folder, await freePort(), flags);
    await server.start();
    return server;
  }

  /** Resolves once the model is loaded. */
  async start(): Promise<void> {
    const place = ['--host', '127.0.0.1', '--port', `${this.port}`, '--offline'];
    const model = ['--model', join(this.folder, 'tiny.gguf'), '--threads', '2'];
    const child = spawn(SERVER, [...place, ...model, ...this.flags], { stdio: 'ignore' });
    this.child = child;
    const until = Date.now() + START_LIMIT_MS;
    while (!(await this.isReady())) {
      if (child.exitCode !== null) throw new Error(`${SERVER} ended with ${child.exitCode}`);
      if (Date.now() > until) throw new Error(`${SERVER} did not become ready`);
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

  async close(): Promise<void> {
    await this.kill();
    await rm(this.folder, { recursive: true, force: true });
  }

  private async isReady(): Promise<boolean> {
    return fetch(`${this.url}/health`).then(
      ({ ok }) => ok,
      () => false,
    );
  }
}
