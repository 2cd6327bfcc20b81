import type { FastifyReply } from 'fastify';
import { currentDeadline, withDeadline, type Deadline } from '../../shared/deadline.ts';
import { ServiceError } from '../../shared/errors.ts';
import { getOrAdd } from '../../shared/get-or-add.ts';
import type { Logger } from '../../shared/log/logger.ts';
import { whenClosed } from '../server/when-closed.ts';

const CHECK_EVERY_MS = 1_500;
/** Shorter requests are not checked: most end before. */
const MIN_AGE_MS = 1_000;

/** Credentials of one kind, such as API keys. */
export interface CredentialKind {
  /** The rights that these credentials give now, by credential, by one statement. Those without any are missing. */
  readRights(credentials: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** As a request with such a credential is rejected. */
  invalid(): ServiceError;
}

interface OpenRequest {
  since: number;
  /** What its credential gave when it was admitted. */
  rights: string;
  deadline: Deadline;
}

/** The open requests of one kind of credentials, by credential. */
class RequestsOfKind {
  private readonly kind: CredentialKind;
  private readonly byCredential = new Map<string, Set<OpenRequest>>();

  constructor(kind: CredentialKind) {
    this.kind = kind;
  }

  add(credential: string, request: OpenRequest): void {
    getOrAdd(this.byCredential, credential, () => new Set()).add(request);
  }

  delete(credential: string, request: OpenRequest): void {
    const requests = this.byCredential.get(credential);
    requests?.delete(request);
    if (requests?.size === 0) this.byCredential.delete(credential);
  }

  /** Ends those without rights and those with other ones. */
  async check(isChecked: (request: OpenRequest) => boolean): Promise<void> {
    const checked = [...this.byCredential].flatMap(([credential, requests]) =>
      [...requests].filter(isChecked).map((request) => ({ credential, request })),
    );
    if (checked.length === 0) return;
    const rights = await this.kind.readRights([...new Set(checked.map(({ credential }) => credential))]);
    for (const { credential, request } of checked) {
      const current = rights.get(credential);
      if (current === undefined) request.deadline.abort(this.kind.invalid());
      else if (current !== request.rights) request.deadline.abort(changedRights());
    }
  }
}

function changedRights(): ServiceError {
  return new ServiceError('FORBIDDEN', 'The rights of the caller have changed. Send the request again.');
}

/**
 * Looks at the rights of requests again while they are open, such as streams and long answers of models, and ends those
 * whose credential does not give them any more, by their deadline: within three seconds, by one statement for all requests
 * with a kind of credential.
 */
export class OpenRequests<Kind extends string> {
  private readonly kinds: ReadonlyMap<Kind, RequestsOfKind>;
  private readonly log: Pick<Logger, 'warn'>;
  private readonly timer: NodeJS.Timeout;

  constructor(kinds: Readonly<Record<Kind, CredentialKind>>, log: Pick<Logger, 'warn'>) {
    const entries = Object.entries(kinds) as [Kind, CredentialKind][];
    this.kinds = new Map(entries.map(([name, kind]) => [name, new RequestsOfKind(kind)]));
    this.log = log;
    this.timer = setInterval(() => {
      const before = performance.now() - MIN_AGE_MS;
      void this.check(({ since }) => since <= before);
    }, CHECK_EVERY_MS).unref();
  }

  /** @param rights as `readRights` has them, when the request was admitted */
  add(reply: FastifyReply, kind: Kind, credential: string, rights: string): void {
    const deadline = currentDeadline();
    const requests = this.kinds.get(kind);
    if (!deadline || !requests || reply.raw.destroyed) return;
    const request = { since: performance.now(), rights, deadline };
    requests.add(credential, request);
    whenClosed(reply.raw, () => requests.delete(credential, request));
  }

  /** After rights were taken away through this instance: its requests end at once, but for the one that did it. */
  checkAll(): Promise<void> {
    const own = currentDeadline();
    return this.check(({ deadline }) => deadline !== own);
  }

  close(): void {
    clearInterval(this.timer);
  }

  /** Never rejects. The requests of a kind go on if their rights cannot be read: neither can anything else be. */
  private async check(isChecked: (request: OpenRequest) => boolean): Promise<void> {
    const kinds = [...this.kinds.values()];
    // Of many requests: not within the deadline of one.
    const checks = withDeadline(undefined, () => Promise.allSettled(kinds.map((kind) => kind.check(isChecked))));
    for (const result of await checks) {
      if (result.status === 'rejected')
        this.log.warn({ err: result.reason as unknown }, 'the rights of open requests could not be read');
    }
  }
}
