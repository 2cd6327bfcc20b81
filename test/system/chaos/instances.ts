import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { ProductionProcess } from '../support/production.ts';
import type { RoundRobin } from '../../support/round-robin.ts';

/** Instances in processes of their own behind one balancer, one of which at a time is killed and comes back. */
export class Instances {
  private readonly balancer: RoundRobin;
  private readonly environment: Record<string, string>;
  private readonly processes: (ProductionProcess | null)[] = [];
  /** When each place was last killed. */
  private readonly killedAt: number[] = [];

  constructor(balancer: RoundRobin, environment: Record<string, string>) {
    this.balancer = balancer;
    this.environment = environment;
  }

  async start(place: number): Promise<void> {
    const started = ProductionProcess.start(this.environment);
    this.processes[place] = started;
    const { address } = await started.ready();
    this.balancer.targets[place] = address;
  }

  /** SIGKILL out of the blue; or, as for a new version, no requests any more and then SIGTERM. */
  async kill(place: number, signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    const victim = this.processes[place];
    if (!victim) throw new Error(`Nothing runs at ${place}`);
    if (signal === 'SIGKILL') this.killedAt[place] = performance.now();
    else await this.retire(place);
    const exit = once(victim.child, 'exit');
    victim.child.kill(signal);
    await exit;
    this.balancer.targets[place] = null;
    this.processes[place] = null;
  }

  /** What is on its way to it still arrives: connections are accepted in their order, so before that of the last request. */
  private async retire(place: number): Promise<void> {
    const address = this.balancer.targets[place];
    this.balancer.targets[place] = null;
    while (this.balancer.isSending(place)) await delay(5);
    await fetch(`${address}/health/live`);
  }

  /** Whether answers of this place may have broken off just now. */
  hasJustBeenKilled(place: number): boolean {
    return performance.now() - (this.killedAt[place] ?? -Infinity) < 2_000;
  }

  async stop(): Promise<void> {
    for (const [place, running] of this.processes.entries()) if (running) await this.kill(place, 'SIGTERM');
  }

  /** One after the other, at random, until the time is over: killed, away for a moment, started again. Answers how often. */
  async disturb(seconds: number, pauseMs: { least: number; most: number }): Promise<number> {
    const until = performance.now() + seconds * 1000;
    let kills = 0;
    while (performance.now() < until) {
      await delay(pauseMs.least + Math.random() * (pauseMs.most - pauseMs.least));
      const place = Math.floor(Math.random() * this.processes.length);
      await this.kill(place, Math.random() < 0.75 ? 'SIGKILL' : 'SIGTERM');
      kills += 1;
      await delay(Math.random() * 1_000);
      await this.start(place);
    }
    return kills;
  }
}
