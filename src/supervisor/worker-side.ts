import type { DatabaseConnection } from '../database/connection.ts';
import { StartError } from '../shared/start-error.ts';
import { type SupervisorMessage, WORKER_FLAG, type WorkerMessage } from './messages.ts';
import { HEARTBEAT_MS } from './watchdog.ts';

/** The supervisor, as seen by the service. */
export type SupervisorLink = NonNullable<ReturnType<typeof linkToSupervisor>>;

/**
 * Null without a supervisor. A worker exits immediately when its supervisor has exited, because the next one needs its
 * port and its index.
 */
export function linkToSupervisor() {
  if (!process.argv.includes(WORKER_FLAG) || !process.connected) return null;
  process.on('disconnect', () => process.exit(1));
  setInterval(() => send({ type: 'heartbeat' }), HEARTBEAT_MS).unref();
  const turn = next((message) => message.type === 'serve');
  return {
    /** Resolves when this process is the one to serve; until then another one does. */
    async turn(): Promise<void> {
      await turn;
    },
    /** The embedded PostgreSQL, which outlives this process. */
    async database(dataDir: string): Promise<DatabaseConnection> {
      const nextMessage = next((message) => message.type !== 'serve');
      send({ type: 'database', dataDir });
      const answer = await nextMessage;
      if (answer.type === 'database') return answer.address;
      if (answer.type === 'database failed' && answer.isStartError) throw new StartError(answer.message);
      throw new Error(answer.type === 'database failed' ? answer.message : 'The supervisor provided no database');
    },
    serving: () => send({ type: 'serving' }),
    failed: (reason: string) => send({ type: 'failed', reason }),
  };
}

function send(message: WorkerMessage): void {
  if (process.connected) process.send?.(message);
}

function next(fits: (message: SupervisorMessage) => boolean): Promise<SupervisorMessage> {
  return new Promise((resolve) => {
    const onMessage = (message: SupervisorMessage): void => {
      if (!fits(message)) return;
      process.off('message', onMessage);
      resolve(message);
    };
    process.on('message', onMessage);
  });
}
