import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Plan } from '../features/site/site.entity.ts';
import type { RateLimiter, RateLimitState } from '../ports/rate-limiter.ts';
import { ServiceError } from '../shared/errors.ts';
import { clientNetwork } from './client-network.ts';

/** Requests per minute and API key, by the plan of its site. */
export type PlanLimits = Readonly<Record<Plan, number>>;

/** Per minute; but for the plans, of one address. */
export interface Budgets {
  plans: PlanLimits;
  /** Keys that an address may get wrong before it is told to wait instead of that they are wrong. */
  failedKeysPerMinute: number;
  /** Requests without a key. */
  keylessPerMinute: number;
  /** Questions whether the service is ready. */
  probesPerMinute: number;
}

const DEFAULT_BUDGETS: Budgets = {
  plans: { free: 60, pro: 600, enterprise: 6_000 },
  failedKeysPerMinute: 30,
  keylessPerMinute: 120,
  probesPerMinute: 300,
};
const WINDOW_SECONDS = 60;

/** What a request may be counted by; satisfied by a viewer and by an entry of the key directory. */
export interface Counted {
  key: { id: string };
  site: { plan: Plan };
}

/** How many requests a key may make and how many keys an address may guess. Sets the headers of both on the reply. */
export class RateLimits {
  private readonly limiter: RateLimiter;
  private readonly budgets: Budgets;

  constructor(limiter: RateLimiter, budgets: Partial<Budgets> = {}) {
    this.limiter = limiter;
    this.budgets = { ...DEFAULT_BUDGETS, ...budgets };
  }

  /** Counts a request of a valid key, once per request. @throws ServiceError RATE_LIMITED beyond the plan's limit. */
  async countRequest({ key, site }: Counted, reply: FastifyReply): Promise<void> {
    await this.count('default', `key:${key.id}`, this.budgets.plans[site.plan], reply);
  }

  /**
   * Counts a key that proved wrong, against the client's address. To be called only then: a valid key works from any
   * address, however often others have guessed there. @throws ServiceError RATE_LIMITED beyond the budget.
   */
  async countFailedKey(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    await this.count('failed-keys', `address:${clientNetwork(request.ip)}`, this.budgets.failedKeysPerMinute, reply);
  }

  /** Counts a request without a key, against the client's address. @throws ServiceError RATE_LIMITED beyond the budget. */
  async countKeyless(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    await this.count('keyless', `keyless:${clientNetwork(request.ip)}`, this.budgets.keylessPerMinute, reply);
  }

  async countProbe(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    await this.count('probes', `probes:${clientNetwork(request.ip)}`, this.budgets.probesPerMinute, reply);
  }

  private async count(policy: string, key: string, points: number, reply: FastifyReply): Promise<void> {
    const state = await this.limiter.consume(key, { points, windowSeconds: WINDOW_SECONDS });
    describe(policy, state, reply);
    if (!state.allowed) throw refusal(state, reply);
  }
}

/** The fields of draft-ietf-httpapi-ratelimit-headers-10: the quota and its window, what is left and for how long. */
function describe(policy: string, { limit, remaining, resetSeconds }: RateLimitState, reply: FastifyReply): void {
  reply.header('ratelimit-policy', `"${policy}";q=${limit};w=${WINDOW_SECONDS}`);
  reply.header('ratelimit', `"${policy}";r=${remaining};t=${resetSeconds}`);
}

function refusal({ resetSeconds }: RateLimitState, reply: FastifyReply): ServiceError {
  reply.header('retry-after', String(resetSeconds));
  return new ServiceError('RATE_LIMITED', `Rate limit exceeded. Try again in ${resetSeconds} seconds.`);
}
