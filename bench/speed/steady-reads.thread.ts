import { parentPort, workerData } from 'node:worker_threads';
import { setTimeout as delay } from 'node:timers/promises';
import { type Call, Load } from './load.ts';

export interface SteadyReadsOptions {
  url: string;
  call: Call;
  connections: number;
  everyMs: number;
}

const { url, call, connections, everyMs } = workerData as SteadyReadsOptions;
const load = new Load(url, connections);
const times: number[] = [];
const state = { isStopped: false };

parentPort?.once('message', () => (state.isStopped = true));
while (!state.isStopped) {
  const at = performance.now();
  const note = (): unknown => times.push(performance.now() - at);
  void load.send(call, false).then(note, note);
  await delay(everyMs);
}
load.close();
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- threads have none
parentPort?.postMessage(times);
