import type { Egress } from '../../ports/egress.ts';
import { ServiceError } from '../../shared/errors.ts';
import type { SecretBox } from '../../shared/secret-box.ts';
import { storableText } from '../../shared/storable.ts';
import { signatureHeaders } from '../../shared/webhook-signature.ts';
import { retryAfterOf } from './retry-after.ts';

const DEADLINE_MS = 10_000;
/** Of the answer, in the log. More is not read. */
const LOGGED_BYTES = 4_096;

export interface Target {
  url: string;
  /** Encrypted. */
  secret: string;
  /** Encrypted; null if it does not count any more. */
  formerSecret: string | null;
}

/** A request that has ended. */
export interface Outcome {
  attemptedAt: Date;
  durationMs: number;
  /** Null if there was no answer. */
  responseStatus: number | null;
  responseBody: string | null;
  /** Null if the endpoint has accepted it: a status from 200 to 299. */
  error: string | null;
  /** For so long the endpoint wants no requests; null if it has not said so. */
  retryAfterSeconds: number | null;
}

/** Sends events to endpoints. */
export class WebhookSender {
  private readonly egress: Egress;
  private readonly secrets: SecretBox;

  constructor(egress: Egress, secrets: SecretBox) {
    this.egress = egress;
    this.secrets = secrets;
  }

  /** One POST of at most 10 seconds, without redirects. Only rejects with the signal's reason. */
  async send(target: Target, message: { id: string; body: string }, signal?: AbortSignal): Promise<Outcome> {
    const attemptedAt = new Date();
    const started = performance.now();
    const answer = await this.exchange(target, message, attemptedAt, signal);
    return { attemptedAt, durationMs: Math.round(performance.now() - started), ...answer };
  }

  private async exchange(
    { url, secret, formerSecret }: Target,
    { id, body }: { id: string; body: string },
    at: Date,
    signal?: AbortSignal,
  ): Promise<Omit<Outcome, 'attemptedAt' | 'durationMs'>> {
    const secrets = this.open([secret, ...(formerSecret === null ? [] : [formerSecret])]);
    if (!secrets) return failed('The secret cannot be read and must be rotated');
    const headers = requestHeaders({ id, at, body, secrets });
    try {
      const answer = await this.egress.fetch({
        url,
        method: 'POST',
        headers,
        body,
        deadlineMs: DEADLINE_MS,
        maxBytes: LOGGED_BYTES,
        cutBody: true,
        signal,
      });
      const isAccepted = answer.status >= 200 && answer.status < 300;
      return {
        responseStatus: answer.status,
        responseBody: storableText(answer.body.toString('utf8')),
        error: isAccepted ? null : `The endpoint returned status ${answer.status}`,
        retryAfterSeconds: retryAfterOf(answer),
      };
    } catch (error) {
      if (error instanceof ServiceError) return failed(error.message);
      throw error;
    }
  }

  /** Null if they were encrypted with a previous key. */
  private open(secrets: readonly string[]): string[] | null {
    try {
      return secrets.map((secret) => this.secrets.open(secret));
    } catch {
      return null;
    }
  }
}

/** @param message `at`: of the attempt */
export function requestHeaders({ id, at, body, secrets }: { id: string; at: Date; body: string; secrets: string[] }) {
  const seconds = Math.floor(at.getTime() / 1000);
  return {
    'content-type': 'application/json',
    ...signatureHeaders({ id: `msg_${id}`, seconds, content: body, secrets }),
  };
}

function failed(error: string) {
  return { responseStatus: null, responseBody: null, error, retryAfterSeconds: null };
}
