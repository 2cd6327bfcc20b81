import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Collects the whole heap, in about 0.1 s. V8 does it by itself only when a process works, not one that waits. */
export function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  // The flag only reaches new contexts.
  (runInNewContext('gc') as () => void)();
  setFlagsFromString('--no-expose-gc');
}
