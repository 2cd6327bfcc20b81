import type { AnswerTurns } from '../../shared/answer-turns.ts';
import type { KnownAnswers } from './response-cache.ts';

/** How reads are answered: the same for REST and GraphQL. */
export interface Answering {
  /** Without it every read is executed. */
  answers?: KnownAnswers;
  /** Without it all reads run at once. */
  turns?: AnswerTurns;
  /** Notes every read. */
  reads?: { note(): void };
}
