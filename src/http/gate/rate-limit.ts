import { hash } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import type { RequestContext } from '../../api/request-context.ts';
import type { RateLimiter, RateLimitState } from '../../ports/rate-limiter.ts';
import { ServiceError } from '../../shared/errors.ts';
import { KEYS_IN_SITE_BUDGET, requestKey, siteRequestKey } from '../../shared/site-limits.ts';
import { clientNetwork } from '../server/client-network.ts';
import { WINDOW_SECONDS, rateLimitHeaders, rateLimitMessage } from './rate-limit-headers.ts';
import type { ExhaustedAddresses } from './exhausted-addresses.ts';

type Plan = RequestContext['viewer']['site']['plan'];

/** The budgets per minute and, except for the plans, per address. */
export interface Budgets {
  /** Requests per API key, by plan of the site. */
  plans: Readonly<Record<Plan, number>>;
  /** Invalid keys that an address may send before it gets 429 instead of 401; as many invalid signatures. */
  failedKeysPerMinute: number;
  /** Requests without a key. */
  keylessPerMinute: number;
  /** Readiness checks. */
  probesPerMinute: number;
  /** Requests of a signed-in user. */
  memberPerMinute: number;
  /** Attempts to sign in or to reset a password per address. */
  signInsPerAddress: number;
  /** The same per address and account, and attempts to confirm with a password per session. */
  signInsPerAccount: number;
  /** Attempts per account and hour from all addresses that it has not signed in from lately. */
  foreignSignInsPerHour: number;
}

const DEFAULT_BUDGETS: Budgets = {
  plans: { free: 60, pro: 600, enterprise: 6_000 },
  failedKeysPerMinute: 30,
  keylessPerMinute: 120,
  probesPerMinute: 300,
  memberPerMinute: 1_200,
  signInsPerAddress: 30,
  signInsPerAccount: 10,
  foreignSignInsPerHour: 1_000,
};

const HOUR_SECONDS = 3_600;
/** How long an address counts as one that an account signs in from. Timers take less than 25 days. */
const FAMILIAR_SECONDS = 14 * 86_400;

/** What is counted by the client's address, by the name of its policy: the prefix of its key, and its budget. */
const ADDRESS_BUDGETS = {
  /** Only invalid keys: a valid key works from any address, however many invalid keys that address has sent. */
  'failed-keys': ['address', 'failedKeysPerMinute'],
  /** Invalid signatures of upload URLs. */
  'failed-signatures': ['signature', 'failedKeysPerMinute'],
  keyless: ['keyless', 'keylessPerMinute'],
  probes: ['probes', 'probesPerMinute'],
  'sign-in': ['sign-in', 'signInsPerAddress'],
} as const;

/** What a request with an API key is counted by. */
export interface CountedKey {
  key: { id: string };
  site: { id: string; plan: Plan };
}

/** Limits the requests per key and per site and the invalid keys per address. Sets the rate limit headers. */
export class RateLimits {
  private readonly limiter: RateLimiter;
  private readonly budgets: Budgets;
  private readonly exhaustedAddresses: ExhaustedAddresses | null;

  /** @param exhaustedAddresses gets the addresses that have used up their budget of requests without a key */
  constructor(
    limiter: RateLimiter,
    budgets: Partial<Budgets> = {},
    exhaustedAddresses: ExhaustedAddresses | null = null,
  ) {
    this.limiter = limiter;
    this.budgets = { ...DEFAULT_BUDGETS, ...budgets };
    this.exhaustedAddresses = exhaustedAddresses;
  }

  /**
   * Counts a request with a valid key, for the key and for its site; called once per request. The headers tell about
   * the key, except where the site is the reason of a rejection.
   * @throws ServiceError RATE_LIMITED above the limit of the plan, or above that of all keys of the site together
   */
  async countRequest({ key, site }: CountedKey, reply: FastifyReply): Promise<void> {
    const points = this.budgets.plans[site.plan];
    const { own, shared } = await this.limiter.consumeBoth(
      { key: requestKey(key.id), points },
      { key: siteRequestKey(site.id), points: points * KEYS_IN_SITE_BUDGET },
      WINDOW_SECONDS,
    );
    const isOfSite = shared !== null && !shared.allowed;
    const state = isOfSite ? shared : own;
    reply.headers(rateLimitHeaders(isOfSite ? 'site' : 'default', state));
    assertAllowed(state, reply);
  }

  /**
   * Counts what the policy is about by the client's address.
   * @throws ServiceError RATE_LIMITED above the limit
   */
  async countAddress(policy: keyof typeof ADDRESS_BUDGETS, reply: FastifyReply): Promise<void> {
    const network = clientNetwork(reply.request.ip);
    const [prefix, budget] = ADDRESS_BUDGETS[policy];
    const state = await this.consume(policy, `${prefix}:${network}`, this.budgets[budget], reply);
    if (policy === 'keyless' && !state.allowed) this.exhaustedAddresses?.add(network, state);
    assertAllowed(state, reply);
  }

  async countMember(userId: string, reply: FastifyReply): Promise<void> {
    assertAllowed(await this.consume('member', `member:${userId}`, this.budgets.memberPerMinute, reply), reply);
  }

  /**
   * Counts an attempt to sign in to an account, whether it exists or not, by the client's address: others cannot use up what
   * its owner may try. Where the account signed in from lately it is not counted otherwise; all other addresses share a larger
   * budget, so that many of them guess no faster.
   */
  async countAccountSignIn(account: string, reply: FastifyReply): Promise<void> {
    const keys = accountKeys(account, reply);
    assertAllowed(await this.consume('account', keys.own, this.budgets.signInsPerAccount, reply), reply);
    if ((await this.limiter.count(keys.familiar)) > 0) return;
    const limit = { points: this.budgets.foreignSignInsPerHour, windowSeconds: HOUR_SECONDS };
    assertAllowed(await this.limiter.consume(keys.shared, limit), reply);
  }

  /** The account has signed in from the client's address. */
  async recordSignIn(account: string, reply: FastifyReply): Promise<void> {
    await this.limiter.consume(accountKeys(account, reply).familiar, { points: 1, windowSeconds: FAMILIAR_SECONDS });
  }

  /** Counts an attempt to confirm with a password. Another session of the same user does not use up its budget. */
  async countPasswordAttempt(session: string, reply: FastifyReply): Promise<void> {
    const key = `password:${hash('sha256', session, 'base64url')}`;
    assertAllowed(await this.consume('account', key, this.budgets.signInsPerAccount, reply), reply);
  }

  private async consume(policy: string, key: string, points: number, reply: FastifyReply): Promise<RateLimitState> {
    const state = await this.limiter.consume(key, { points, windowSeconds: WINDOW_SECONDS });
    reply.headers(rateLimitHeaders(policy, state));
    return state;
  }
}

function accountKeys(account: string, { request }: FastifyReply) {
  const key = `account:${hash('sha256', account, 'base64url')}`;
  const network = clientNetwork(request.ip);
  return { own: `${key}:${network}`, familiar: `familiar-${key}:${network}`, shared: key };
}

function assertAllowed({ allowed, resetSeconds }: RateLimitState, reply: FastifyReply): void {
  if (allowed) return;
  reply.header('retry-after', String(resetSeconds));
  throw new ServiceError('RATE_LIMITED', rateLimitMessage(resetSeconds));
}
