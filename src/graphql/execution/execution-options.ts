import type { ResponseCache } from './response-cache.ts';

/** How operations are executed: the same for REST and GraphQL. */
export interface ExecutionOptions {
  /** The cache of responses; without it every read is executed. */
  responses?: ResponseCache;
  /** Runs an operation that reads pages when it is its turn. Without it all run at once. */
  runList?: <T>(context: unknown, list: () => Promise<T>) => Promise<T>;
  /** Runs for every read. */
  onRead?: () => void;
}
