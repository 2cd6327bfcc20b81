import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { tinyModel } from './gguf-model.ts';
import { freePort } from '../../support/local-server.ts';
import { ServerProcess, temporaryFolder } from './server-process.ts';

const SERVER = 'llama-server';

/** llama.cpp's server with a tiny model, ready once that is loaded. */
export class LlamaServer extends ServerProcess {
  readonly url: string;
  protected readonly readyPath = '/health';
  private readonly port: number;
  private readonly more: readonly string[];

  private constructor(folder: string, port: number, more: readonly string[]) {
    super(SERVER, folder);
    this.port = port;
    this.more = more;
    this.url = `http://127.0.0.1:${port}`;
  }

  /** @param more flags */
  static async start(more: readonly string[] = []): Promise<LlamaServer> {
    const server = new LlamaServer(await temporaryFolder('llama'), await freePort(), more);
    await writeFile(server.modelFile, tinyModel());
    await server.start();
    return server;
  }

  protected flags(): string[] {
    const place = ['--host', '127.0.0.1', '--port', `${this.port}`, '--offline'];
    return [...place, '--model', this.modelFile, '--threads', '2', ...this.more];
  }

  private get modelFile(): string {
    return join(this.folder, 'tiny.gguf');
  }
}
