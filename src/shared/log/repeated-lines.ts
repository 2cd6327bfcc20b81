import { showError } from './log-error.ts';

const WINDOW_MS = 1_000;
/** Above this number of different errors, all lines are written. */
const MAX_KEYS = 1_000;

interface Window {
  repeated: number;
  /** Writes the last of the suppressed lines. */
  write: (repeated: number) => void;
}

/**
 * Writes a line about the same error at most once a second. The lines in between are written as one line at the end of
 * that second, with their number.
 */
export class RepeatedLines {
  private readonly windows = new Map<string, Window>();

  /** @param write called immediately with 0, or at the end of the second with the number of lines that it represents */
  pass(level: number, message: unknown, error: Error, write: (repeated: number) => void): void {
    const key = `${level} ${String(message)} ${JSON.stringify(showError(error))}`;
    const open = this.windows.get(key);
    if (open) {
      open.repeated += 1;
      open.write = write;
      return;
    }
    if (this.windows.size < MAX_KEYS) this.open(key, write);
    write(0);
  }

  private open(key: string, write: Window['write']): void {
    const window: Window = { repeated: 0, write };
    this.windows.set(key, window);
    setTimeout(() => {
      this.windows.delete(key);
      if (window.repeated === 0) return;
      this.open(key, window.write);
      window.write(window.repeated);
    }, WINDOW_MS).unref();
  }
}
