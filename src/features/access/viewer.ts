import DataLoader from 'dataloader';
import type { Scope, ScopeTransaction } from '../../database/database.ts';
import type { ApiKeyScope } from '../../shared/api-key-scope.ts';
import type { CatalogueSubscription, Plan } from '../site/site.entity.ts';
import { type Entitlement, accessFilter } from './entitlement.ts';

/** What every request needs to know of its site; read with the API key and cached with it. */
export interface SiteFacts {
  id: string;
  name: string;
  plan: Plan;
  trustCallerUser: boolean;
  subscriptions: readonly CatalogueSubscription[];
  /** Hosts that links in answers may name. */
  linkHosts: readonly string[];
}

/** The user of a verified token. */
export interface SignedInUser {
  uid: string;
  email: string | null;
  displayName: string | null;
  /** ISO 8601; null: the membership does not end. */
  membershipExpiry: string | null;
}

/** How a relation is loaded for many parents at once; answers one value per key, in order. */
export type BatchLoad<K, V> = (viewer: Viewer, keys: readonly K[]) => Promise<readonly (V | Error)[]>;

/** The caller of one request: its site, what its key and user may do, and the loaders that batch what it reads. */
export class Viewer {
  readonly site: SiteFacts;
  /** Where its reads go: within its site, without the rows that the access rule withholds from it. */
  readonly scope: Scope;
  /** All rows of its site. Each use needs a reason, which `test/features/access/unrestricted-scope.test.ts` holds. */
  readonly unrestrictedScope: Scope;
  readonly key: { id: string; scopes: readonly ApiKeyScope[] };
  readonly entitlement: Entitlement;
  readonly user: SignedInUser | null;
  private readonly loaders = new Map<unknown, unknown>();

  constructor(options: {
    site: SiteFacts;
    /** All of the site. */
    scope: Scope;
    key: { id: string; scopes: readonly ApiKeyScope[] };
    entitlement: Entitlement;
    user?: SignedInUser | null;
  }) {
    this.site = options.site;
    this.unrestrictedScope = options.scope;
    this.scope = options.scope.restrictedTo(accessFilter(options.entitlement));
    this.key = options.key;
    this.entitlement = options.entitlement;
    this.user = options.user ?? null;
  }

  /** The request's own loader for a batch function: one statement for all keys asked in a tick, each row read once. */
  loader<K extends string, V>(batch: BatchLoad<K, V>): DataLoader<K, V> {
    let loader = this.loaders.get(batch) as DataLoader<K, V> | undefined;
    if (!loader) {
      loader = new DataLoader<K, V>((keys) => batch(this, keys));
      this.loaders.set(batch, loader);
    }
    return loader;
  }

  /** Its scope, for reading one chat session. */
  chatScope(chatSessionId: string): Scope {
    return this.scope.restrictedTo({ ...accessFilter(this.entitlement), chatSessionId });
  }

  /** The same caller with fewer or other rights, as a claim about its user asks for; with loaders of its own. */
  as(entitlement: Entitlement): Viewer {
    return new Viewer({ site: this.site, scope: this.unrestrictedScope, key: this.key, entitlement, user: this.user });
  }

  /** The same caller, whose reads and writes all belong to an open transaction; with loaders of its own. */
  within(tx: ScopeTransaction): Viewer {
    const { site, key, entitlement, user } = this;
    return new Viewer({ site, scope: this.scope.within(tx), key, entitlement, user });
  }

  /** After a write: what was read before must not be answered again. */
  forget(): void {
    this.loaders.clear();
  }
}
