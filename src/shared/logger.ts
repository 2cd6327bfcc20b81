import { type DestinationStream, type Logger, pino } from 'pino';

export type { Logger };

/** JSON lines on standard output, unless told where. Secrets are cut out wherever a caller's headers or an input might bring them. */
export function createLogger(level: string, destination?: DestinationStream): Logger {
  const options = { level, messageKey: 'message', redact: { paths: SECRETS, censor: '***' } };
  return destination ? pino(options, destination) : pino(options);
}

const SECRETS = [
  'req.headers["x-svc-api-key"]',
  'req.headers["x-svc-admin-key"]',
  'req.headers.authorization',
  'headers["x-svc-api-key"]',
  'headers["x-svc-admin-key"]',
  'headers.authorization',
  '*.secret',
  '*.serviceAccount',
];
