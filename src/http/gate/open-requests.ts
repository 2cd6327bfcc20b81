import type { FastifyReply } from 'fastify';
import { currentDeadline, withDeadline, type Deadline } from '../../shared/deadline.ts';
import { ServiceError } from '../../shared/errors.ts';
import { getOrAdd } from '../../shared/get-or-add.ts';
import type { Logger } from '../../shared/log/logger.ts';
import { onClosed } from '../server/response-closed.ts';

const CHECK_EVERY_MS = 1_500;
/** Shorter requests are not checked: most end before. */
const MIN_AGE_MS = 1_000;

/** What a request was admitted with, and the rights that it gave then. */
export interface Credential {
  readonly kind: CredentialKind;
  /** Identifies the credential within its kind. */
  readonly id: string;
  readonly rights: string;
}

/** One kind of credentials, such as API keys. */
export interface CredentialKind {
  /** Reads the rights that these credentials give now, by one statement. Credentials that do not work are missing. */
  readRights(ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** The error of a request with a credential that does not work. */
  invalid(): ServiceError;
}

interface OpenRequest {
  since: number;
  /** The rights that its credential gave when it was admitted. */
  rights: string;
  deadline: Deadline;
}

/** The open requests with one kind of credentials. */
class RequestsOfKind {
  private readonly kind: CredentialKind;
  private readonly requestsById = new Map<string, Set<OpenRequest>>();

  constructor(kind: CredentialKind) {
    this.kind = kind;
  }

  add(id: string, request: OpenRequest): void {
    getOrAdd(this.requestsById, id, () => new Set()).add(request);
  }

  delete(id: string, request: OpenRequest): void {
    const requests = this.requestsById.get(id);
    requests?.delete(request);
    if (requests?.size === 0) this.requestsById.delete(id);
  }

  /** Ends the requests whose credential gives no rights or other ones. */
  async check(isChecked: (request: OpenRequest) => boolean): Promise<void> {
    const checked = [...this.requestsById].flatMap(([id, requests]) =>
      [...requests].filter(isChecked).map((request) => ({ id, request })),
    );
    if (checked.length === 0) return;
    const rights = await this.kind.readRights([...new Set(checked.map(({ id }) => id))]);
    for (const { id, request } of checked) {
      const current = rights.get(id);
      if (current === undefined) request.deadline.abort(this.kind.invalid());
      else if (current !== request.rights) request.deadline.abort(rightsChanged());
    }
  }
}

function rightsChanged(): ServiceError {
  return new ServiceError('FORBIDDEN', 'The rights of the caller have changed. Send the request again.');
}

/**
 * Reads the rights of requests again while they are open, such as streams and long answers of models, and ends those whose
 * credential does not give them any more, by their deadline: within three seconds, by one statement for all requests with a
 * kind of credential.
 * See decision 203.
 */
export class OpenRequests {
  private readonly kinds = new Map<CredentialKind, RequestsOfKind>();
  private readonly log: Pick<Logger, 'warn'>;
  private readonly timer: NodeJS.Timeout;

  constructor(log: Pick<Logger, 'warn'>) {
    this.log = log;
    this.timer = setInterval(() => {
      const before = performance.now() - MIN_AGE_MS;
      void this.check(({ since }) => since <= before);
    }, CHECK_EVERY_MS).unref();
  }

  add(reply: FastifyReply, { kind, id, rights }: Credential): void {
    const deadline = currentDeadline();
    if (!deadline || reply.raw.destroyed) return;
    const requests = getOrAdd(this.kinds, kind, () => new RequestsOfKind(kind));
    const request = { since: performance.now(), rights, deadline };
    requests.add(id, request);
    onClosed(reply.raw, () => requests.delete(id, request));
  }

  /**
   * Checks all requests after rights were taken away through this instance: they end at once, but for the one that did
   * it.
   */
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
