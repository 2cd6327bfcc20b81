import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino';
import { maskText, showError, showStack } from './log-error.ts';
import { RepeatedLines } from './repeated-lines.ts';
import { type TraceIds, activeTrace, findLogIds } from './log-ids.ts';

export type { Logger };

/**
 * Writes JSON lines in the format of Cloud Logging, by default to standard output. Every line has the ids of its
 * request or job. Errors are masked, and secrets are removed from headers and input. Repeated lines of the same error
 * within a second are counted and written once with `repeated`.
 * @param project the Google Cloud project of the traces; unset: plain trace ids
 */
export function createLogger(level: string, destination?: DestinationStream, project?: string): Logger {
  const repeated = new RepeatedLines();
  const options: LoggerOptions = {
    level,
    messageKey: 'message',
    base: null,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    formatters: { level: (label) => ({ severity: SEVERITIES[label] ?? 'DEFAULT' }) },
    mixin: (fields, number, log) => ({ ...idFields(log, project), ...stackField(fields, number) }),
    serializers: { err: showError, req: showRequest, res: () => undefined },
    hooks: {
      logMethod(args, method, lineLevel) {
        maskWords.call(this, args, method, lineLevel, repeated);
      },
    },
    redact: { paths: SECRETS, censor: '***' },
  };
  return destination ? pino(options, destination) : pino(options);
}

const SEVERITIES: Readonly<Record<string, string>> = {
  trace: 'DEBUG',
  debug: 'DEBUG',
  info: 'INFO',
  warn: 'WARNING',
  error: 'ERROR',
  fatal: 'CRITICAL',
};
const WARN = 40;
const ERROR = 50;
const FATAL = 60;

function idFields(log: object, project: string | undefined): object {
  const { trace: requestTrace, ...ids } = findLogIds(log) ?? {};
  const trace = activeTrace() ?? requestTrace;
  return trace ? { ...ids, ...traceFields(trace, project) } : ids;
}

function traceFields({ traceId, spanId, sampled }: TraceIds, project: string | undefined): object {
  if (project === undefined) return { traceId, spanId };
  return {
    'logging.googleapis.com/trace': `projects/${project}/traces/${traceId}`,
    'logging.googleapis.com/spanId': spanId,
    'logging.googleapis.com/trace_sampled': sampled,
  };
}

/** Error Reporting groups lines with a `stack_trace`; warnings should not be reported. */
function stackField(fields: object, level: number): object {
  const error = fields instanceof Error ? fields : 'err' in fields ? fields.err : undefined;
  if (!(error instanceof Error)) return {};
  return { [level >= ERROR ? 'stack_trace' : 'stack']: showStack(error) };
}

/** A line without a message gets the error's, as libraries pass it. */
function maskWords(
  this: Logger,
  args: Parameters<Logger['info']>,
  method: (...args: unknown[]) => void,
  level: number,
  repeated: RepeatedLines,
): void {
  const [first, words, ...others] = args as [unknown, unknown, ...unknown[]];
  const error = first instanceof Error ? first : (first as { err?: unknown } | null)?.err;
  if (!(error instanceof Error)) return method.apply(this, args);
  const own = typeof words === 'string' && words !== error.message ? words : maskText(error.message);
  const fields = first instanceof Error ? { err: error } : (first as object);
  const write = (times: number): void =>
    method.apply(this, [times > 0 ? { ...fields, repeated: times } : fields, own, ...others]);
  return level >= WARN && level < FATAL ? repeated.pass(level, own, error, write) : write(0);
}

function showRequest(request: { method?: string; url?: string }): object {
  return { method: request.method, path: request.url?.split('?', 1)[0] };
}

const SECRETS = [
  'headers["x-svc-api-key"]',
  'headers["x-svc-admin-key"]',
  'headers["x-svc-user-token"]',
  'headers["x-svc-preview-token"]',
  'headers.authorization',
  '*.secret',
  '*.serviceAccount',
];
