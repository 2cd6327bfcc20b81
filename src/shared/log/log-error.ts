/** An error as logged: useful for finding its cause, without content of callers or sites. */
export interface LoggedError {
  type: string;
  code?: string | number;
  message?: string;
  /** PostgreSQL's names, if the error is one of PostgreSQL. */
  table?: string;
  column?: string;
  constraint?: string;
  cause?: LoggedError;
  errors?: LoggedError[];
}

/**
 * Messages of errors quote input (`invalid input syntax for type uuid: "…"`), libraries attach requests and responses
 * to them, and PostgreSQL the rejected row. Therefore only names, codes and masked messages are logged.
 */
export function showError(error: unknown, depth = 0): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error };
  const logged: LoggedError = { type: errorName(error) };
  const fields = error as unknown as Record<string, unknown>;
  const code = fields['code'] ?? fields['statusCode'] ?? fields['status'];
  if (isCode(code)) logged.code = code;
  const message = readMessage(error);
  if (message !== '') logged.message = message;
  if (isOfDatabase(error)) {
    for (const name of ['table', 'column', 'constraint'] as const) {
      const value = fields[name];
      if (typeof value === 'string') logged[name] = value;
    }
  }
  if (depth >= MAX_DEPTH) return logged;
  if (error.cause instanceof Error) logged.cause = showError(error.cause, depth + 1);
  if (error instanceof AggregateError)
    logged.errors = error.errors.slice(0, MAX_ERRORS).map((each) => showError(each, depth + 1));
  return logged;
}

/** Type, masked message and stack frames, in the format of Error Reporting; causes follow. */
export function showStack(error: Error, depth = 0): string {
  const { type, message } = showError(error, MAX_DEPTH);
  const head = message === undefined ? type : `${type}: ${message}`;
  const stack = [head, ...stackFrames(error)].join('\n');
  if (!(error.cause instanceof Error) || depth >= MAX_DEPTH) return stack;
  return `${stack}\ncaused by ${showStack(error.cause, depth + 1)}`;
}

/** The first line, without text in quotes or angle brackets and without email addresses. */
export function maskText(text: string): string {
  const [line = ''] = text.split('\n', 1);
  return (
    line
      .slice(0, MAX_CHARACTERS)
      // From the first to the last quote, because the quoted text may contain quotes.
      .replaceAll(/"[^]*"|`[^]*`|“[^]*”|<[^]*>|(?<!\w)'[^]*'(?!\w)/g, '…')
      // A quotation that was cut off.
      .replaceAll(/["`“][^…]*$/g, '…')
      .replaceAll(/\S+@\S+/g, '…')
  );
}

const MAX_DEPTH = 4;
const MAX_ERRORS = 5;
const MAX_CHARACTERS = 300;

/** Errors whose message is a remote response or, for a parser, its input. */
function readMessage(error: Error): string {
  if (error instanceof SyntaxError || ['body', 'response', 'config'].some((field) => field in error)) return '';
  return maskText(error.message);
}

function errorName(error: Error): string {
  const name = error.name === 'Error' ? error.constructor.name : error.name;
  return /^\w{1,60}$/.test(name) ? name : 'Error';
}

function isCode(code: unknown): code is string | number {
  return typeof code === 'number' || (typeof code === 'string' && /^[\w.-]{1,60}$/.test(code));
}

function isOfDatabase(error: Error): boolean {
  return 'severity' in error && 'code' in error && /^[0-9A-Z]{5}$/.test(String(error.code));
}

/** A message of several lines precedes them, and may look like a frame. */
function stackFrames({ stack = '', message }: Error): string[] {
  const start = message === '' ? 0 : stack.indexOf(message) + message.length;
  return stack
    .slice(Math.max(0, start))
    .split('\n')
    .filter((line) => /^ {4}at .*(?::\d+\)?|\(<anonymous>\)|\(native\))$/.test(line));
}
