import type { components } from './openapi.ts';

type ErrorBody = components['schemas']['Error'];

/** An error that the service has answered. */
export class LecternError extends Error {
  override readonly name = 'LecternError';
  readonly status: number;
  /** Errors of the input, at most 100, by field. */
  readonly details: readonly components['schemas']['FieldError'][];
  /** For reports of errors 5xx. */
  readonly requestId: string | undefined;
  /** The whole answer, with further fields such as `requiredSubscriptions`. */
  readonly body: Readonly<Record<string, unknown>>;

  constructor(status: number, body: Partial<ErrorBody>) {
    super(body.error ?? `The service answered ${status}`);
    this.status = status;
    this.details = body.details ?? [];
    this.requestId = body.requestId;
    this.body = body;
  }
}

/** @throws LecternError unless the response is a success, or 304 */
export async function throwForError(response: Response): Promise<void> {
  if (response.ok || response.status === 304) return;
  throw new LecternError(response.status, await bodyOf(response));
}

/** A proxy in between may answer something else than JSON. */
async function bodyOf(response: Response): Promise<Partial<ErrorBody>> {
  try {
    return (await response.json()) as Partial<ErrorBody>;
  } catch {
    return {};
  }
}
