import fc from 'fast-check';
import type { Oracle } from './oracles.ts';
import type { Pool } from './pool.ts';
import type { FuzzRequest } from './request.ts';
import { type FuzzAnswer, send } from './send.ts';
import type { World } from './world.ts';

/** Runs of one draw of fast-check, after which the next seed is taken. */
const RUNS_PER_SEED = 300;
/** Requests to make a failing sequence shorter, at most. */
const SHRINK_LIMIT = 150;

export interface Finding {
  rule: string;
  /** How often it was seen. */
  count: number;
  seed: number;
  /** The shortest sequence of requests that showed it, as it was sent. */
  requests: readonly FuzzRequest[];
  answer: string;
}

export interface Tally {
  requests: number;
  statuses: Map<number, number>;
  findings: Map<string, Finding>;
}

/** Sends random requests until the time is over or the service does not answer, and keeps the requests that violate a rule. */
export class Attack {
  readonly tally: Tally = { requests: 0, statuses: new Map(), findings: new Map() };
  private readonly world: World;
  private readonly pool: Pool;
  private readonly oracle: Oracle;
  private readonly requests: fc.Arbitrary<FuzzRequest>;
  private sent = 0;

  constructor(world: World, pool: Pool, oracle: Oracle, requests: fc.Arbitrary<FuzzRequest>) {
    this.world = world;
    this.pool = pool;
    this.oracle = oracle;
    this.requests = requests;
  }

  /** One of several callers that attack at the same time, each with seeds of its own. */
  async run(firstSeed: number, signal: AbortSignal): Promise<void> {
    for (let seed = firstSeed; !signal.aborted && !this.world.target.hasEnded; seed += 1)
      await this.runSeed(seed, signal);
  }

  private async runSeed(seed: number, signal: AbortSignal): Promise<void> {
    let failing: string | undefined;
    let shrinks = 0;
    const property = fc.asyncProperty(fc.array(this.requests, { minLength: 1, maxLength: 4 }), async (sequence) => {
      if (signal.aborted || this.world.target.hasEnded) return;
      if (failing !== undefined) shrinks += 1;
      if (shrinks > SHRINK_LIMIT) return;
      const found = await this.play(sequence, seed, failing);
      if (found === undefined) return;
      failing = found;
      throw new Error(found);
    });
    await fc.check(property, { seed, numRuns: RUNS_PER_SEED });
  }

  /** Sends a sequence; answers the first rule that it breaks and that was not known, or `expected` again while shrinking. */
  private async play(sequence: readonly FuzzRequest[], seed: number, expected?: string): Promise<string | undefined> {
    const played: FuzzRequest[] = [];
    for (const drawn of sequence) {
      const request = filled(drawn, this.pool);
      played.push(request);
      const { rules, answer } = await this.judge(request);
      for (const rule of rules) {
        const name = `${request.operation ?? `${request.method} ${request.path.split(/[?/]/).slice(1, 2).join('')}`}: ${rule}`;
        const known = this.tally.findings.get(name);
        if (known && name !== expected) known.count += 1;
        if (known && name !== expected) continue;
        this.tally.findings.set(name, {
          rule: name,
          count: (known?.count ?? 0) + 1,
          seed,
          requests: [...played],
          answer,
        });
        return name;
      }
    }
    return undefined;
  }

  private async judge(request: FuzzRequest): Promise<{ rules: string[]; answer: string }> {
    const { target, headers } = this.world;
    this.tally.requests += 1;
    this.sent += 1;
    try {
      // Loopback addresses in turn, so that a budget per address does not end the search at once.
      const from = `127.1.${Math.floor(this.sent / 200) % 200}.${(this.sent % 200) + 1}`;
      const answer = await send(request, { url: target.url, headers: headers[request.caller], from });
      if (!answer) return { rules: [], answer: '' };
      this.tally.statuses.set(answer.status, (this.tally.statuses.get(answer.status) ?? 0) + 1);
      this.learn(request, answer);
      return { rules: this.oracle(request, answer), answer: `${answer.status} ${answer.text.slice(0, 600)}` };
    } catch (error) {
      const text = error instanceof Error ? error.message : String(error);
      // The service may hang up on a body that it does not want to read to its end.
      if (/ECONNRESET|EPIPE|hang up|socket/.test(text) && !this.world.target.hasEnded)
        return { rules: disconnected(request), answer: text };
      return { rules: this.world.target.hasEnded ? ['the service ended'] : [text.slice(0, 200)], answer: text };
    }
  }

  private learn(request: FuzzRequest, { status, contentType, text }: FuzzAnswer): void {
    if (status !== 200 || !contentType.includes('json') || request.method === 'HEAD') return;
    this.pool.learn(JSON.parse(text), request.yields);
  }
}

/** Only a request whose whole body is welcome has a right to an answer on an open connection. */
function disconnected({ body, delivery }: FuzzRequest): string[] {
  const isOrdinary = delivery === 'whole' && ['none', 'json', 'text'].includes(body.kind);
  return isOrdinary ? ['disconnected without an answer'] : [];
}

function filled(request: FuzzRequest, pool: Pool): FuzzRequest {
  const body = JSON.parse(pool.fill(JSON.stringify(request.body))) as FuzzRequest['body'];
  const path = pool.fill(request.path);
  return { ...request, path: path.startsWith('/') ? path : `/${path}`, body };
}
