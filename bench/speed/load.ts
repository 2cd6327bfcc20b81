import { Agent, request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';

export interface Call {
  method: string;
  path: string;
  headers: Record<string, string>;
  body?: string;
}

export interface Answer {
  status: number;
  etag: string | undefined;
  text: string;
}

/** What is measured would be another answer. */
export class UnexpectedStatus extends Error {}

/** Sends calls over at most this many connections, which stay open. */
export class Load {
  private readonly agent: Agent;
  private readonly url: URL;

  constructor(url: string, connections: number) {
    this.url = new URL(url);
    this.agent = new Agent({ keepAlive: true, maxSockets: connections });
  }

  /**
   * Sent again over another connection if the service closes an idle one in the same moment.
   * @param keepText false: the body is read and dropped
   */
  send(call: Call, keepText = true): Promise<Answer> {
    const { method, path, headers, body } = call;
    return new Promise((resolve, reject) => {
      const { hostname, port } = this.url;
      const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
      const sent = request({ agent: this.agent, hostname, port, method, path, headers: { ...headers, ...length } });
      sent.once('error', (error: NodeJS.ErrnoException) => {
        if (sent.reusedSocket && error.code === 'ECONNRESET') resolve(this.send(call, keepText));
        else reject(error);
      });
      sent.once('response', (response) => {
        const parts: Buffer[] = [];
        response.on('data', (part: Buffer) => void (keepText && parts.push(part)));
        response.once('error', reject);
        response.once('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            etag: response.headers.etag,
            text: Buffer.concat(parts).toString(),
          }),
        );
      });
      sent.end(body);
    });
  }

  /**
   * As many calls as the time allows, `connections` at once. Answers their number; another status than this throws.
   * @param pauseMs of each connection between two calls
   */
  async run(
    milliseconds: number,
    connections: number,
    status: number,
    nextCall: () => Call,
    pauseMs = 0,
  ): Promise<number> {
    const until = performance.now() + milliseconds;
    let done = 0;
    const caller = async (): Promise<void> => {
      while (performance.now() < until) {
        const call = nextCall();
        const answer = await this.send(call, false);
        if (answer.status !== status) throw new UnexpectedStatus(`${call.method} ${call.path}: ${answer.status}`);
        done += 1;
        if (pauseMs > 0) await delay(pauseMs);
      }
    };
    await Promise.all(Array.from({ length: connections }, caller));
    return done;
  }

  close(): void {
    this.agent.destroy();
  }
}
