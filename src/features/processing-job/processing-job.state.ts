import type { ProcessingFacts } from './processing-job.rows.ts';
import type { ProcessingState } from './processing-job.types.ts';
import type { Subject } from './subject.rows.ts';

/** Returns whether it can still change by itself. */
export function isOpen(facts: ProcessingFacts): boolean {
  return !['completed', 'failed', 'cancelled'].includes(toState(facts));
}

/**
 * The fields that jobs of files and of videos share. Computed from other rows, so that no stored state can be wrong after
 * a crash.
 */
export function describeProcessing<F extends ProcessingFacts>(facts: F, subject: Subject) {
  const state = toState(facts);
  const processedAt = state === 'completed' ? facts.processedAt : null;
  return {
    id: facts.id,
    status: facts.status as F['status'],
    state,
    error: state === 'failed' || state === 'cancelled' ? toError(facts, subject) : null,
    lastError: facts.workError,
    attempts: facts.attempts,
    retryAt: state === 'waiting' ? facts.runAt : null,
    createdAt: facts.createdAt,
    updatedAt: processedAt ?? facts.updatedAt,
  };
}

function toState({ phase, status, workStatus, isLater, isOverdue }: ProcessingFacts): ProcessingState {
  if (phase === 'cancelled') return 'cancelled';
  if (status === 'completed' || status === 'failed') return status;
  if (workStatus === 'queued') return isLater ? 'waiting' : 'queued';
  if (workStatus !== 'running' || isOverdue) return 'stuck';
  // A worker has claimed the job and has not begun: `status` and `state` agree.
  return status === 'queued' ? 'queued' : 'running';
}

function toError({ phase, error, sourceError }: ProcessingFacts, subject: Subject) {
  if (phase !== 'indexing') return error;
  return sourceError ?? { code: 'REMOVED', message: `The ${subject} was removed from the knowledge base` };
}
