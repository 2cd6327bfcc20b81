import { ServiceError } from './errors.ts';

/** What the plan of a site limits. `usage` of a table in `src/database/schema` says how each is counted. */
export const PLAN_LIMITS = [
  'stored_bytes',
  'chunk',
  'content_item',
  'document',
  'file',
  'upload_grant',
  'pending_job',
  'form_submission',
  'chat_turn',
] as const;
export type PlanLimit = (typeof PLAN_LIMITS)[number];

export type PlanLimits = Readonly<Record<PlanLimit, number>>;

const GB = 1_000_000_000;

/** Each can be set per deployment. */
export const DEFAULT_PLAN_LIMITS: Readonly<Record<'free' | 'pro' | 'enterprise', PlanLimits>> = {
  free: {
    stored_bytes: 2 * GB,
    chunk: 20_000,
    content_item: 10_000,
    document: 5_000,
    file: 5_000,
    upload_grant: 50,
    pending_job: 2_000,
    form_submission: 20_000,
    chat_turn: 50_000,
  },
  pro: {
    stored_bytes: 200 * GB,
    chunk: 500_000,
    content_item: 250_000,
    document: 100_000,
    file: 100_000,
    upload_grant: 500,
    pending_job: 50_000,
    form_submission: 1_000_000,
    chat_turn: 2_000_000,
  },
  enterprise: {
    stored_bytes: 20_000 * GB,
    chunk: 20_000_000,
    content_item: 10_000_000,
    document: 5_000_000,
    file: 5_000_000,
    upload_grant: 10_000,
    pending_job: 2_000_000,
    form_submission: 50_000_000,
    chat_turn: 50_000_000,
  },
};

/** What a write found that goes beyond a limit. */
export interface LimitExcess {
  limit: PlanLimit;
  /** The amount before the write. */
  used: number;
  /** What the write would add. */
  added: number;
  max: number;
}

const NAMES: Record<PlanLimit, string> = {
  stored_bytes: 'stored bytes',
  chunk: 'chunks',
  content_item: 'content items',
  document: 'documents, files and videos in the knowledge base',
  file: 'uploaded files',
  upload_grant: 'open upload grants',
  pending_job: 'sources that wait to be indexed',
  form_submission: 'form submissions',
  chat_turn: 'chat turns',
};

/** What becomes less by itself: seconds after which it is worth to try again. */
const RETRY_AFTER_SECONDS: Partial<Record<PlanLimit, number>> = { upload_grant: 60, pending_job: 10 };

/** 429 for a limit of what becomes less by itself, 409 for any other: until something is deleted. See decision 198. */
export function limitError({ limit, used, added, max }: LimitExcess): ServiceError {
  const retryAfterSeconds = RETRY_AFTER_SECONDS[limit] ?? null;
  const remedy = retryAfterSeconds === null ? '' : `. Try again in ${retryAfterSeconds} seconds`;
  const figures = `${count(used)} used, ${count(added)} more needed`;
  const message = `The plan of this site limits ${NAMES[limit]} to ${count(max)}: ${figures}${remedy}`;
  const code = retryAfterSeconds === null ? 'CONFLICT' : 'RATE_LIMITED';
  return new ServiceError(code, message, { limit, used, max }, { retryAfterSeconds });
}

/** Tells whether an error is that of a limit that only a deletion can solve. */
export function isLimitReached({ code, extras }: ServiceError): boolean {
  return code === 'CONFLICT' && 'limit' in extras;
}

function count(value: number): string {
  return value.toLocaleString('en');
}
