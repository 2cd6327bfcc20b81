import pg from 'pg';
import { type Deadline, currentDeadline } from '../../shared/deadline.ts';
import { toServiceError } from './service-error.ts';
import { SET_SESSION, type Session } from './session.ts';
import { statementName } from './statement-name.ts';

/** Statements that one request sends in the same turn of the event loop, with equal settings. */
interface Batch {
  session: Session;
  deadline: Deadline | undefined;
  statements: Read[];
}

interface Read {
  query: pg.QueryConfig;
  resolve: (rows: object[]) => void;
  reject: (error: unknown) => void;
}

/**
 * Statements outside transactions. Those that a request sends at once share a connection, in one write: most of what a short
 * statement costs the process is the system call that sends it.
 */
export class Reader {
  private readonly pool: pg.Pool;
  private readonly types: pg.CustomTypesConfig | undefined;
  private readonly open = new Set<Batch>();
  private readonly sessionOfClient = new WeakMap<pg.ClientBase, string>();

  /** @param types how values are read; default: as the connections do */
  constructor(pool: pg.Pool, types?: pg.CustomTypesConfig) {
    this.pool = pool;
    this.types = types;
  }

  read<T extends object>(session: Session, sql: string, values: readonly unknown[]): Promise<T[]> {
    return new Promise<object[]>((resolve, reject) => {
      const { statements } = this.currentBatch(session);
      statements.push({ query: this.statement(sql, values), resolve, reject });
    }) as Promise<T[]>;
  }

  private currentBatch(session: Session): Batch {
    const deadline = currentDeadline();
    for (const batch of this.open) {
      // Statements without a deadline are not batched: two jobs must not wait for each other's statements.
      if (deadline !== undefined && batch.deadline === deadline && batch.session.text === session.text) return batch;
    }
    const batch: Batch = { session, deadline, statements: [] };
    this.open.add(batch);
    queueMicrotask(() => {
      this.open.delete(batch);
      void this.run(batch);
    });
    return batch;
  }

  /** Never rejects: each statement has its own result. */
  private async run({ session, statements }: Batch): Promise<void> {
    let client: pg.PoolClient | undefined;
    let isBroken = false;
    const fail = ({ reject }: Read, error: unknown): void => {
      isBroken ||= errorSeverity(error) !== 'ERROR';
      reject(toServiceError(error) ?? error);
    };
    try {
      client = await this.pool.connect();
      await this.setSession(client, session);
      const responses = sendTogether(client, statements).map(([read, answer]) =>
        answer.then(
          ({ rows }) => read.resolve(rows),
          (error: unknown) => fail(read, error),
        ),
      );
      await Promise.all(responses);
    } catch (error) {
      for (const read of statements) fail(read, error);
    } finally {
      // A connection that failed at the protocol level, or that PostgreSQL is closing, is not reused.
      client?.release(isBroken);
    }
  }

  /** Sets the session. Callers await it, because no statement may run behind settings that failed. */
  private async setSession(client: pg.PoolClient, { text, variables }: Session): Promise<void> {
    if (this.sessionOfClient.get(client) === text) return;
    await client.query({ name: 'set-session', text: SET_SESSION, values: Object.values(variables) });
    this.sessionOfClient.set(client, text);
  }

  private statement(text: string, values: readonly unknown[]): pg.QueryConfig {
    const query: pg.QueryConfig = { text, values: [...values] };
    const name = statementName(text);
    if (name !== undefined) query.name = name;
    if (this.types !== undefined) query.types = this.types;
    return query;
  }
}

/** Each statement has its own end of transaction, so one that fails does not concern those after it. */
function sendTogether(client: pg.PoolClient, statements: readonly Read[]) {
  const { stream } = (client as unknown as { connection: { stream: { cork(): void; uncork(): void } } }).connection;
  stream.cork();
  const answers = statements.map((read) => [read, client.query<object>(read.query)] as const);
  stream.uncork();
  return answers;
}

function errorSeverity(error: unknown): unknown {
  return error instanceof Error && 'severity' in error ? error.severity : undefined;
}
