import type { Egress, EgressAnswer } from '../../ports/egress.ts';
import { ServiceError } from '../../shared/errors.ts';
import type { SecretBox } from '../../shared/secret-box.ts';
import type { JobService } from '../job/job.service.ts';
import { storableText } from '../../shared/storable.ts';
import { signatureHeaders } from '../../shared/webhook-signature.ts';

const DEADLINE_MS = 10_000;
/** Maximum length of the answer in the log; more is not read. */
const LOGGED_BYTES = 4_096;

/** An endpoint can put off what waits for it by this at most. */
const MAX_RETRY_AFTER_SECONDS = 3_600;

/** Statuses whose `Retry-After` says when the endpoint accepts requests again. */
const RETRY_AFTER_STATUSES: ReadonlySet<number> = new Set([429, 503]);

export interface WebhookTarget {
  url: string;
  /** The encrypted secret. */
  secret: string;
  /** The encrypted previous secret; null if it does not count any more. */
  formerSecret: string | null;
}

/** A request that has ended. */
export interface DeliveryOutcome {
  attemptedAt: Date;
  durationMs: number;
  /** Status of the answer; null if there was none. */
  responseStatus: number | null;
  responseBody: string | null;
  /** The reason why the endpoint has not accepted the request; null for a status from 200 to 299. */
  error: string | null;
  /** The seconds for which the endpoint wants no requests; null if it has not said so. */
  retryAfterSeconds: number | null;
}

/** The dependencies with which webhooks are sent and managed. */
export interface WebhookDependencies {
  egress: Egress;
  secrets: SecretBox;
  jobs: Pick<JobService, 'enqueue'>;
}

/** Sends an event to an endpoint: one POST of at most 10 seconds, without redirects. Only rejects with the signal's reason. */
export async function sendWebhook(
  dependencies: Pick<WebhookDependencies, 'egress' | 'secrets'>,
  target: WebhookTarget,
  message: { id: string; body: string },
  signal?: AbortSignal,
): Promise<DeliveryOutcome> {
  const attemptedAt = new Date();
  const startedAt = performance.now();
  const secrets = openSecrets(dependencies.secrets, target);
  const answer = secrets
    ? await exchange(dependencies.egress, target.url, { ...message, at: attemptedAt, secrets }, signal)
    : toFailure('The secret cannot be read and must be rotated');
  return { attemptedAt, durationMs: Math.round(performance.now() - startedAt), ...answer };
}

async function exchange(egress: Egress, url: string, message: Message, signal?: AbortSignal) {
  try {
    const answer = await egress.fetch({
      url,
      method: 'POST',
      headers: requestHeaders(message),
      body: message.body,
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
      retryAfterSeconds: parseRetryAfter(answer),
    };
  } catch (error) {
    if (error instanceof ServiceError) return toFailure(error.message);
    throw error;
  }
}

/** Decrypts the signing secrets; null if they were encrypted with a previous key. */
function openSecrets(secrets: SecretBox, { secret, formerSecret }: WebhookTarget): string[] | null {
  try {
    return [secret, formerSecret]
      .filter((encryptedSecret) => encryptedSecret !== null)
      .map((encryptedSecret) => secrets.open(encryptedSecret));
  } catch {
    return null;
  }
}

interface Message {
  id: string;
  body: string;
  /** Time of the attempt. */
  at: Date;
  secrets: string[];
}

export function requestHeaders({ id, at, body, secrets }: Message) {
  const seconds = Math.floor(at.getTime() / 1000);
  return {
    'content-type': 'application/json',
    ...signatureHeaders({ id: `msg_${id}`, seconds, content: body, secrets }),
  };
}

function toFailure(error: string) {
  return { responseStatus: null, responseBody: null, error, retryAfterSeconds: null };
}

/** The seconds for which an endpoint wants no requests: a number or an HTTP date. Null if it does not say so. */
function parseRetryAfter({ status, headers }: EgressAnswer): number | null {
  const value = headers['retry-after']?.trim();
  if (!value || !RETRY_AFTER_STATUSES.has(status)) return null;
  const seconds = /^\d+$/.test(value) ? Number(value) : (Date.parse(value) - Date.now()) / 1000;
  return Number.isNaN(seconds) ? null : Math.min(Math.max(seconds, 0), MAX_RETRY_AFTER_SECONDS);
}
