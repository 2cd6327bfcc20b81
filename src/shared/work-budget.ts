import { LRUCache } from 'lru-cache';

/** Budget of a resource: maximum at once, and per time. */
export interface Allowance {
  burst: number;
  perSecond: number;
}

interface Account {
  left: number;
  /** Time at which `left` was computed. */
  at: number;
}

/** Maximum number of callers in memory; above it, the least recently seen ones are reset. */
const MAX_ACCOUNTS = 10_000;

/**
 * The remaining budget of each caller, refilled continuously. Usage is booked before its amount is known and corrected
 * afterwards, so an account can be overdrawn, by one use at most.
 */
export class WorkBudget {
  private readonly allowance: Allowance;
  private readonly accounts = new LRUCache<string, Account>({ max: MAX_ACCOUNTS });

  constructor(allowance: Allowance) {
    this.allowance = allowance;
  }

  /** Returns the whole seconds until budget is available; 0 if it is. */
  waitSeconds(caller: string): number {
    const { left } = this.account(caller);
    return left > 0 ? 0 : Math.ceil(-left / this.allowance.perSecond) + 1;
  }

  /** Returns the milliseconds until budget is available; 0 if it is. */
  waitMs(caller: string): number {
    return (Math.max(0, -this.account(caller).left) / this.allowance.perSecond) * 1000;
  }

  /** @param amount a negative amount is returned to the budget */
  book(caller: string, amount: number): void {
    const account = this.account(caller);
    account.left = Math.min(this.allowance.burst, account.left - amount);
  }

  private account(caller: string): Account {
    const now = performance.now();
    const last = this.accounts.get(caller) ?? { left: this.allowance.burst, at: now };
    const { burst, perSecond } = this.allowance;
    const account = { left: Math.min(burst, last.left + ((now - last.at) / 1000) * perSecond), at: now };
    this.accounts.set(caller, account);
    return account;
  }
}
