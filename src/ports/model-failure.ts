import { errorChain } from '../shared/errors.ts';

export const MODEL_PROBLEMS = [
  'unreachable',
  'timeout',
  'overloaded',
  'failed',
  'key-rejected',
  'unknown-model',
  'rejected',
  'invalid-answer',
  'invalid-settings',
] as const;
export type ModelProblem = (typeof MODEL_PROBLEMS)[number];

/** Why a call of a model service failed: the cause of the error that callers get. Has no part of the request or the response. */
export class ModelFailure extends Error {
  override readonly name = 'ModelFailure';
  readonly problem: ModelProblem;
  readonly status: number | null;

  constructor(problem: ModelProblem, status: number | null = null) {
    super(status === null ? problem : `${problem}, status ${status}`);
    this.problem = problem;
    this.status = status;
  }
}

/** The failure of a model service that caused the error; null if there is none. */
export function findModelFailure(error: unknown): ModelFailure | null {
  return errorChain(error).find((cause) => cause instanceof ModelFailure) ?? null;
}
