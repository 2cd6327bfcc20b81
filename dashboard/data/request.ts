import { noticeUnreachable } from './connection.ts';
import type { Document } from './graphql.ts';
import { signInAgain } from './session-gate.ts';

/** One error of an answer. */
export interface AnswerError {
  message: string;
  /** Such as BAD_REQUEST or CONFLICT; HTTP_502 where the answer is not one of GraphQL. */
  code: string;
  path: readonly (string | number)[];
  /** The fields of the input that are invalid. */
  details: readonly { field: string; message: string }[];
  extensions: Readonly<Record<string, unknown>>;
}

export class RequestError extends Error {
  readonly errors: readonly AnswerError[];
  /** False if the service was not reached, or could not answer. */
  readonly isAnswered: boolean;

  constructor(errors: readonly AnswerError[], isAnswered: boolean) {
    super(errors.map(({ message }) => message).join('\n'));
    this.errors = errors;
    this.isAnswered = isAnswered;
  }

  get isSignedOut(): boolean {
    return this.errors.some(({ code }) => code === 'UNAUTHENTICATED');
  }

  /** Whether it is not known what became of the request. */
  get isUnreachable(): boolean {
    return this.has('UNREACHABLE');
  }

  has(code: string): boolean {
    return this.errors.some((error) => error.code === code);
  }
}

interface Answer {
  data?: unknown;
  errors?: readonly Partial<AnswerError>[];
}

export interface RequestOptions {
  /** Null: what belongs to no site. */
  site: string | null;
  signal?: AbortSignal | undefined;
}

/** Runs an operation. A session that has ended is asked for first. Throws a RequestError if there is any error. */
export async function request<Data, Variables>(
  document: Document<Data, Variables>,
  variables: Variables,
  options: RequestOptions,
): Promise<Data> {
  try {
    return await requestOnce(document, variables, options);
  } catch (error) {
    // What was rejected for want of a session was not carried out.
    if (!(error instanceof RequestError && error.isSignedOut)) throw error;
    const isDemanded = document.trimStart().startsWith('mutation');
    if (!(await signInAgain({ isDemanded }))) throw error;
    return requestOnce(document, variables, options);
  }
}

async function requestOnce<Data, Variables>(
  document: Document<Data, Variables>,
  variables: Variables,
  options: RequestOptions,
): Promise<Data> {
  const { data, errors } = await requestParts(document, variables, options);
  if (errors.length > 0) throw new RequestError(errors, true);
  return data as Data;
}

/** As the service answers without a session. */
export function signedOut(): RequestError {
  return new RequestError([{ ...EMPTY, message: 'Not signed in', code: 'UNAUTHENTICATED' }], true);
}

/** The data that there is, and the errors of single fields. */
async function requestParts<Data, Variables>(
  query: Document<Data, Variables>,
  variables: Variables,
  { site, signal }: RequestOptions,
): Promise<{ data: Partial<Data>; errors: AnswerError[] }> {
  const response = await send(JSON.stringify({ query, variables }), site, signal);
  const answer = (await response.json().catch(() => null)) as Answer | null;
  if (!answer?.data && !answer?.errors) throw new RequestError([httpError(response)], response.status < 500);
  const errors = (answer.errors ?? []).map(readError);
  if (!answer.data) throw new RequestError(errors, response.status < 500);
  return { data: answer.data, errors };
}

async function send(body: string, site: string | null, signal: AbortSignal | undefined): Promise<Response> {
  const headers = {
    'content-type': 'application/json',
    'x-lectern-csrf': '1',
    ...(site === null ? {} : { 'x-lectern-site': site }),
  };
  try {
    return await fetch('/graphql', { method: 'POST', headers, body, signal: signal ?? null });
  } catch (error) {
    if (signal?.aborted) throw error;
    noticeUnreachable();
    throw new RequestError([{ ...EMPTY, message: String(error), code: 'UNREACHABLE' }], false);
  }
}

const EMPTY = { path: [], details: [], extensions: {} };

function httpError({ status, statusText }: Response): AnswerError {
  const code = status === 401 ? 'UNAUTHENTICATED' : `HTTP_${status}`;
  return { ...EMPTY, message: `${status} ${statusText}`.trim(), code };
}

function readError({ message = '', path = [], extensions = {} }: Partial<AnswerError>): AnswerError {
  const { code = 'UNKNOWN', details = [] } = extensions as Partial<AnswerError>;
  return { message, path, code, details, extensions };
}
