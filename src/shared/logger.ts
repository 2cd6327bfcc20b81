import { type Logger, pino } from 'pino';

export type { Logger };

/** JSON lines on standard output. Secrets are cut out wherever a caller's headers or an input might bring them. */
export function createLogger(level: string): Logger {
  return pino({
    level,
    messageKey: 'message',
    redact: {
      paths: [
        'req.headers["x-svc-api-key"]',
        'req.headers["x-svc-admin-key"]',
        'req.headers.authorization',
        'headers["x-svc-api-key"]',
        'headers["x-svc-admin-key"]',
        'headers.authorization',
        '*.secret',
        '*.serviceAccount',
      ],
      censor: '***',
    },
  });
}
