import { valuesByProperty } from '../../database/columns.ts';
import type { Database, Rows } from '../../database/database.ts';
import { newId } from '../../shared/ids.ts';
import type { Logger } from '../../shared/log/logger.ts';
import type { CallOrigin } from './webhook-tool.entity.ts';

/** A call that has ended. */
export interface FinishedCall {
  toolId: string;
  origin: CallOrigin;
  startedAt: Date;
  durationMs: number;
  status: number | null;
  error: string | null;
}

/** Calls that are kept for each tool. */
export const MAX_LOGGED_CALLS = 100;
export const LOG_DAYS = 30;

const WRITE_AFTER_MS = 500;
/** Maximum number of calls that wait to be written; further ones are not logged. */
const MAX_WAITING = 1_000;

const INSERT = `insert into webhook_tool_call (id, site_id, tool_id, origin, created_at, duration_ms, status, error)
  select call.id, w.site_id, w.id, call.origin, call.created_at, call.duration_ms, call.status, call.error
  from unnest($1::uuid[], $2::uuid[], $3::text[], $4::timestamptz[], $5::int[], $6::int[], $7::text[])
    as call (id, tool_id, origin, created_at, duration_ms, status, error)
  join webhook_tool w on w.id = call.tool_id`;

const TRIM = `delete from webhook_tool_call c using unnest($1::uuid[]) as tool (id)
  where c.tool_id = tool.id and (c.created_at, c.id) < (
    select l.created_at, l.id from webhook_tool_call l where l.tool_id = tool.id
    order by l.created_at desc, l.id desc offset ${MAX_LOGGED_CALLS - 1} limit 1
  )`;

/**
 * The last calls of each tool. They are written together, half a second later, so that no chat waits for it; those of the
 * last half second are lost if the process is killed.
 */
export class CallLog {
  private readonly database: Database;
  private readonly log: Logger;
  private queue: FinishedCall[] = [];
  private timer: NodeJS.Timeout | null = null;
  private lastWrite: Promise<void> = Promise.resolve();

  constructor(database: Database, log: Logger) {
    this.database = database;
    this.log = log;
  }

  add(call: FinishedCall): void {
    if (this.queue.length >= MAX_WAITING) return;
    this.queue.push(call);
    this.timer ??= setTimeout(() => void this.flush(), WRITE_AFTER_MS);
  }

  /** Writes what waits. Never rejects: what cannot be written is dropped. */
  async flush(): Promise<void> {
    if (this.timer) clearTimeout(this.timer);
    this.timer = null;
    const calls = this.queue;
    this.queue = [];
    if (calls.length > 0) this.lastWrite = this.lastWrite.then(() => this.write(calls));
    await this.lastWrite;
  }

  private async write(calls: readonly FinishedCall[]): Promise<void> {
    try {
      await this.database.system.write(async (tx) => {
        const values = valuesByProperty(calls, 'toolId', 'origin', 'startedAt', 'durationMs', 'status', 'error');
        await tx.rows(INSERT, [calls.map(() => newId()), ...values]);
        await tx.rows(TRIM, [[...new Set(calls.map(({ toolId }) => toolId))]]);
      });
    } catch (error) {
      this.log.warn({ err: error, calls: calls.length }, 'calls of webhook tools could not be logged');
    }
  }
}

export async function deleteOldCalls(system: Rows): Promise<void> {
  await system.rows(`delete from webhook_tool_call where created_at < now() - interval '${LOG_DAYS} days'`);
}
