import type { Logger } from '../shared/log/logger.ts';
import type { Telemetry, TelemetrySettings } from './settings.ts';

/**
 * Records for the whole process, if anything is set. The libraries behind it are loaded only then. Services that share a
 * process share what the first one began; the last one to stop ends it.
 */
export async function startTelemetry(settings: TelemetrySettings | undefined, log: Logger): Promise<Telemetry> {
  if (!settings) return { isOn: false, flush: async () => {}, stop: async () => {} };
  users += 1;
  running ??= import('./export.ts').then(({ startExport }) => startExport(settings, log));
  const shared = await running;
  return {
    ...shared,
    async stop() {
      users -= 1;
      if (users > 0) return shared.flush();
      running = null;
      await shared.stop();
    },
  };
}

let running: Promise<Telemetry> | null = null;
let users = 0;
