import type { AnswerTurns } from '../../shared/answer-turns.ts';
import type { ResponseCache } from './response-cache.ts';

/** How operations are executed: the same for REST and GraphQL. */
export interface ExecutionOptions {
  /** Without it every read is executed. */
  responses?: ResponseCache;
  /** Without it all reads run at once. */
  turns?: AnswerTurns;
  /** Notes every read. */
  reads?: { note(): void };
}
