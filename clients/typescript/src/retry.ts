export interface RetryOptions {
  /** How often a request that was rejected with 429 or 503 is sent again. Default 3; 0: never. */
  retries?: number;
  /** A longer `Retry-After` is not waited for; the error is thrown. Default 30 seconds. */
  maxRetrySeconds?: number;
}

const RETRIED = new Set([429, 503]);
/** Without `Retry-After`: 0.5 s, then twice as long each time. */
const FIRST_DELAY_SECONDS = 0.5;

/** Sends a request again when the service says that it should come later. Such a request has had no effect. */
export function retrying(
  send: (request: Request) => Promise<Response>,
  { retries = 3, maxRetrySeconds = 30 }: RetryOptions,
): (request: Request) => Promise<Response> {
  return async (request) => {
    for (let attempt = 0; ; attempt++) {
      // The body of a request can be sent once.
      const response = await send(attempt < retries ? request.clone() : request);
      if (!RETRIED.has(response.status) || attempt >= retries) return response;
      const seconds = secondsToWait(response, attempt);
      if (seconds > maxRetrySeconds) return response;
      await response.body?.cancel();
      await wait(seconds * 1_000, request.signal);
    }
  };
}

function secondsToWait(response: Response, attempt: number): number {
  const header = response.headers.get('retry-after') ?? '';
  const after = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - Date.now()) / 1_000;
  return Number.isNaN(after) ? FIRST_DELAY_SECONDS * 2 ** attempt : Math.max(after, 0);
}

function wait(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, ms);
    signal.addEventListener('abort', stop, { once: true });
  });
}
