import { setTimeout as delay } from 'node:timers/promises';
import { type Call, Load } from '../speed/load.ts';

export interface Answers {
  byStatus: ReadonlyMap<string, number>;
  perSecond: number;
}

interface SendOptions {
  clients: number;
  nextCall: (n: number) => Call;
  signal: AbortSignal;
}

/** Each client sends its next call when the one before is answered, until the signal aborts. Any status is fine. */
export async function sendUntil(url: string, { clients, nextCall, signal }: SendOptions): Promise<Answers> {
  const load = new Load(url, clients);
  const byStatus = new Map<string, number>();
  const startedAt = performance.now();
  let sent = 0;
  const client = async (): Promise<void> => {
    while (!signal.aborted) {
      const { status, text } = await load
        .send(nextCall(sent++))
        .catch(async () => (await delay(500), { status: 0, text: '' }));
      const outcome = `${status}${status !== 200 || /"errors":/.test(text.slice(0, 20)) ? ` ${text.slice(0, 130).replaceAll(/\d+/g, '#').replaceAll('|', '/')}` : ''}`;
      byStatus.set(outcome, (byStatus.get(outcome) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  load.close();
  const total = [...byStatus.values()].reduce((sum, count) => sum + count, 0);
  return { byStatus, perSecond: (1_000 * total) / (performance.now() - startedAt) };
}
