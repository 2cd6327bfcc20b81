import { type TestService, startService } from '../support/service.ts';
import { OtlpDouble } from '../support/otlp-double.ts';

/** A service that sends what it tells of itself to a receiver. */
export interface Observed {
  service: TestService;
  receiver: OtlpDouble;
  /** What the service wrote into its log, a line each. */
  lines: string[];
  logged(): Record<string, unknown>[];
  /** Waits until `find` finds something in the received data, because a span ends shortly after its answer was sent. */
  told<T>(find: (receiver: OtlpDouble) => T | undefined): Promise<T>;
  stop(): Promise<void>;
}

export async function startObserved(environment: Record<string, string> = {}): Promise<Observed> {
  const receiver = await OtlpDouble.start();
  const lines: string[] = [];
  const settings = { LOG_LEVEL: 'trace', OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url, ...environment };
  const service = await startService(settings, { write: (line) => void lines.push(line) });
  return {
    service,
    receiver,
    lines,
    logged: () => lines.map((line) => JSON.parse(line) as Record<string, unknown>),
    async told(find) {
      for (;;) {
        await service.app.telemetry.flush();
        const found = find(receiver);
        if (found !== undefined) return found;
      }
    },
    async stop() {
      await service.stop();
      await receiver.stop();
    },
  };
}
