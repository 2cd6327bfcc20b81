import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { ScopeTransaction } from '../../database/database.ts';
import { ServiceError, conflict } from '../../shared/errors.ts';
import type { Logger } from '../../shared/log/logger.ts';
import type { SecretBox } from '../../shared/secret-box.ts';
import type { Viewer } from '../../access/viewer.ts';
import {
  FIND_BY_IDENTITY,
  REMOVE_KEY,
  type RequestHashes,
  SET_ANSWER,
  type StoredAnswer,
  insertKey,
  lockKey,
  usage,
} from './idempotency.rows.ts';

export interface IdempotentRequest {
  /** The operation: two operations never share a key. */
  operation: string;
  key: string;
  /** Everything that the caller sent, as a JSON value. */
  input: unknown;
  /**
   * `transaction`: the work, its response and the key are committed together. `reservation`: for work with effects
   * outside the database; the key is committed first.
   */
  isolation: 'transaction' | 'reservation';
}

export interface OnceAnswer {
  text: string;
  /** The stored response of an earlier request: nothing was executed. */
  isReplayed: boolean;
}

type Run = (viewer: Viewer) => Promise<string>;

const MAX_KEYS_PER_SITE = 1_000_000;
const MAX_BYTES_PER_SITE = 2 ** 30;
/** A measured usage is cached this long; a site can exceed its limit by what it sends in that time. */
const USAGE_MS = 10_000;
const SITES_MEASURED = 10_000;
/** `Retry-After` while the first request of a key is running. */
const RETRY_SECONDS = 2;

/**
 * Executes a request at most once per key and caller within 24 hours, and returns the same response for repetitions.
 * See decision 50.
 */
export class IdempotencyService {
  private readonly secrets: SecretBox;
  private readonly log: Logger;
  private readonly usageChecks = new LRUCache<string, boolean>({ max: SITES_MEASURED, ttl: USAGE_MS });

  constructor(secrets: SecretBox, log: Logger) {
    this.secrets = secrets;
    this.log = log;
  }

  /**
   * Runs a request once per key. Only successful responses are stored: a failed request has changed nothing and can be
   * retried with the same key.
   * @throws ServiceError 409 for another input with the same key, and while the first request is running
   */
  once(viewer: Viewer, request: IdempotentRequest, run: Run): Promise<OnceAnswer> {
    const hashes = hashRequest(viewer, request);
    return request.isolation === 'transaction'
      ? this.runInTransaction(viewer, hashes, run)
      : this.runReserved(viewer, hashes, run);
  }

  /** The process may crash at any moment: either everything is committed or nothing. */
  private runInTransaction(viewer: Viewer, hashes: RequestHashes, run: Run): Promise<OnceAnswer> {
    return viewer.scope.write(async (tx) => {
      if (!(await lockKey(tx, hashes))) throw requestNotEnded();
      const former = await tx.row(FIND_BY_IDENTITY, [tx.siteId, hashes.identity]);
      if (former) return this.replay(former, hashes);
      await this.ensureBelowLimits(tx);
      const text = await run(viewer.inTransaction(tx));
      await insertKey(tx, hashes, this.secrets.seal(text));
      return { text, isReplayed: false };
    });
  }

  /**
   * Runs a request after its key was reserved. If the process crashes after that, the effects are unknown: the key
   * stays rejected, so that nothing happens twice.
   */
  private async runReserved(viewer: Viewer, hashes: RequestHashes, run: Run): Promise<OnceAnswer> {
    const { scope } = viewer;
    const keyValues = [scope.siteId, hashes.identity];
    const former = await scope.write(async (tx) => {
      const answer = await tx.row(FIND_BY_IDENTITY, keyValues);
      if (answer) return answer;
      await this.ensureBelowLimits(tx);
      return (await insertKey(tx, hashes, null)) ? null : tx.row(FIND_BY_IDENTITY, keyValues);
    });
    if (former) return this.replay(former, hashes);
    const text = await run(viewer).catch(async (error: unknown) => {
      await scope.rows(REMOVE_KEY, keyValues);
      throw error;
    });
    const answer = this.secrets.seal(text);
    await scope.rows(SET_ANSWER, [...keyValues, answer, answer.length]).catch((error: unknown) => {
      // It took effect, so the caller must not get an error.
      this.log.error({ err: error, siteId: viewer.site.id }, 'the response of an idempotent request was not stored');
    });
    return { text, isReplayed: false };
  }

  private replay({ fingerprint, answer }: StoredAnswer, hashes: RequestHashes): OnceAnswer {
    if (!fingerprint.equals(hashes.fingerprint)) {
      throw conflict('This Idempotency-Key was used for another request');
    }
    if (answer === null) throw requestNotEnded();
    return { text: this.secrets.open(answer), isReplayed: true };
  }

  private async ensureBelowLimits(tx: ScopeTransaction): Promise<void> {
    let isBelowLimits = this.usageChecks.get(tx.siteId);
    if (isBelowLimits === undefined) {
      const { count, bytes } = await usage(tx);
      isBelowLimits = count < MAX_KEYS_PER_SITE && bytes < MAX_BYTES_PER_SITE;
      this.usageChecks.set(tx.siteId, isBelowLimits);
    }
    if (!isBelowLimits) {
      throw new ServiceError('RATE_LIMITED', 'Too many requests with an Idempotency-Key within 24 hours');
    }
  }
}

/** The first request of a key has neither succeeded nor failed. */
function requestNotEnded(): ServiceError {
  const message = 'A request with this Idempotency-Key is still running, or was interrupted and may have taken effect';
  return new ServiceError('CONFLICT', message, {}, { retryAfterSeconds: RETRY_SECONDS });
}

/** The rights are part of the request hash: a stored response is not returned to a caller whose rights were reduced. */
function hashRequest(viewer: Viewer, { operation, key, input }: IdempotentRequest): RequestHashes {
  const { scopes } = viewer.key;
  const { entitlement } = viewer;
  return {
    identity: sha256([operation, viewer.actorId, viewer.user?.uid ?? null, key]),
    fingerprint: sha256([input, scopes, entitlement]),
  };
}

function sha256(value: unknown): Buffer {
  return createHash('sha256').update(JSON.stringify(value)).digest();
}
