import { maskText } from './log-error.ts';
import type { Logger } from './logger.ts';

/**
 * What libraries print goes into the log instead, masked: a client of a vendor's prints the answers that it did not expect.
 * @returns puts the console back
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
