import { type Description, checkerFor } from '../../rest/support/conformance.ts';
import type { FuzzRequest } from './request.ts';
import type { FuzzAnswer } from './send.ts';
import { MARKER } from './world.ts';

/** What no answer may hold: places in the code, SQL, and errors of what the service is made of. */
const INTERNALS: readonly RegExp[] = [
  /\bat (async )?[\w.<>]+ \(?(file|node|\/)[^\s]*:\d+/,
  /node_modules|\/dist\/|\bsrc\/\w+\/[\w-]+\.ts/,
  /\bselect .{1,200} from \w+ (as )?\w+ where\b/is,
  /violates \w+[ -]?\w* constraint|relation "\w+"|syntax error at or near|invalid input syntax|invalid byte sequence/i,
  /\b(ECONNREFUSED|ECONNRESET|EPIPE|ENOENT|ENAMETOOLONG|ENOTDIR|EISDIR|EACCES|ENOSPC)\b/,
  /\b(TypeError|RangeError|ReferenceError|AggregateError|QueryFailedError|DriverException)\b/,
  /Cannot read propert|is not a function|is not iterable|Maximum call stack/,
];

/** Anything may be answered so to a request that no operation describes. */
const PLAIN_STATUSES = new Set([
  302, 200, 204, 206, 304, 400, 401, 403, 404, 405, 406, 408, 409, 410, 411, 412, 413, 414, 415, 416, 417, 422, 429,
  431,
]);

export type Oracle = (request: FuzzRequest, answer: FuzzAnswer) => string[];

/** What is wrong with an answer; each starts with the rule that it breaks, and holds nothing that differs between two requests. */
export function createOracle(openapi: Description): Oracle {
  const check = checkerFor(openapi);
  return (request, answer) => [
    ...wrongStatus(answer),
    ...(request.operation === null ? wrongPlainStatus(answer) : wrongByDescription(check, request.operation, answer)),
    ...wrongEnvelope(request, answer),
    ...wrongGraphQL(request, answer),
    ...(answer.text.includes(MARKER) ? ['restricted text in an answer'] : []),
    ...internalsOf(answer).map((found) => `internals in an answer: ${found}`),
  ];
}

function wrongStatus({ status }: FuzzAnswer): string[] {
  return status >= 500 ? [`status ${status}`] : [];
}

function wrongPlainStatus({ status }: FuzzAnswer): string[] {
  return PLAIN_STATUSES.has(status) || status >= 500 ? [] : [`status ${status} is none that is documented`];
}

function wrongByDescription(
  check: ReturnType<typeof checkerFor>,
  operation: string,
  { status, contentType, text }: FuzzAnswer,
): string[] {
  if (status >= 500) return [];
  if (contentType.startsWith('text/event-stream')) return [];
  if (status === 304) return text === '' ? [] : ['a 304 with a body'];
  // HTTP itself is answered before a route is known: headers that are too long or can't be read, an expectation.
  if ([408, 417, 431].includes(status)) return [];
  const body = parsed(text);
  if (body === undefined) return [`an answer of ${status} that is no JSON`];
  const wrong = check(operation, status, body).map((violation) => violation.replaceAll(/\/\d+(?=\/|\s)/g, '/*'));
  return [...new Set(wrong)].map((violation) => `not as described (${status}): ${violation}`);
}

/** Errors below `/api/sdk` come in the envelope. */
function wrongEnvelope({ path, method }: FuzzRequest, { status, text, contentType }: FuzzAnswer): string[] {
  if (!path.startsWith('/api/sdk') || status < 400 || method === 'HEAD' || /\/docs/.test(path)) return [];
  const body = parsed(text) as { success?: unknown; error?: unknown } | undefined;
  const isEnvelope = typeof body?.error === 'string' && (body.success === false || path.includes('/forms/submit'));
  return isEnvelope || /event-stream/.test(contentType) || [408, 431].includes(status)
    ? []
    : [`an error of ${status} without the envelope`];
}

function wrongGraphQL({ path, method }: FuzzRequest, { contentType, text }: FuzzAnswer): string[] {
  if (!path.startsWith('/graphql') || method !== 'POST') return [];
  if (/"code":\s*"INTERNAL(_SERVER_ERROR)?"|Internal server error/.test(text)) return ['an internal error of GraphQL'];
  if (!contentType.includes('json')) return [];
  const body = parsed(text);
  return typeof body === 'object' && body !== null ? [] : ['an answer of GraphQL that is no JSON'];
}

function internalsOf({ text }: FuzzAnswer): string[] {
  return INTERNALS.filter((pattern) => pattern.test(text)).map(String);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
