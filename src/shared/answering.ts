import type { AnswerTurns } from './answer-turns.ts';
import type { KnownAnswers } from './known-answers.ts';
import type { ReadsFirst } from './reads-first.ts';

/** How reads are answered: the same for REST and GraphQL. */
export interface Answering {
  /** Without it every read is executed. */
  answers?: KnownAnswers;
  /** Without it all reads run at once. */
  turns?: AnswerTurns;
  /** Notes every read. */
  reads?: ReadsFirst;
}
