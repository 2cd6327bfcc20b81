import { maskText } from '../shared/log/log-error.ts';
import type { Logger } from '../shared/log/logger.ts';

/**
 * Writes console output of libraries to the log, masked, because a library may print responses.
 * @returns restores the console
 */
export function captureConsole(log: Logger): () => void {
  const original = { ...console };
  const say =
    (level: 'warn' | 'debug') =>
    (...words: unknown[]): void =>
      log[level]({ library: true }, maskText(String(words[0])));
  Object.assign(console, {
    error: say('warn'),
    warn: say('warn'),
    log: say('debug'),
    info: say('debug'),
    debug: say('debug'),
  });
  return () => void Object.assign(console, original);
}
