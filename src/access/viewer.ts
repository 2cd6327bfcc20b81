import DataLoader from 'dataloader';
import type { Scope, ScopeTransaction, UnrestrictedReason } from '../database/database.ts';
import type { ApiKeyScope } from './api-key-scope.ts';
import type { MemberRole } from './member-role.ts';
import type { VerifiedUser } from '../ports/token-verifier.ts';
import type { Membership } from './claims.ts';
import type { SiteFacts } from './site-facts.ts';
import { type Entitlement, type UserRights, accessFilter, existenceFilter } from './entitlement.ts';

/** What an API key of the site, or the membership of a signed-in user, allows. */
export interface CallerRights {
  scopes: readonly ApiKeyScope[];
  isStrict?: boolean;
  /** The role of a member; undefined for an API key. */
  role?: MemberRole;
}

/** What a caller acts with. */
export interface CallerKey extends CallerRights {
  /** Id of the key or of the user. */
  id: string;
  /** Name of the user that is a member. */
  userName?: string;
}

/** The traits of an answer that depends on more than its site, what the caller may see, and what is stored. */
export interface AnswerTraits {
  /** True if the answer has something that expires, such as a signed URL. */
  isExpiring: boolean;
  /** True if the answer depends on which key or member asks for it. */
  isPersonal: boolean;
}

/** The user of a verified token. */
export type SignedInUser = Pick<VerifiedUser, 'uid' | 'email' | 'displayName'> & Pick<Membership, 'membershipExpiry'>;

/** Loads a relation for many parents at once; returns one value per key, in order. */
export type BatchLoad<K, V> = (viewer: Viewer, keys: readonly K[]) => Promise<readonly (V | Error)[]>;

/** The caller of a request: its site, what its key and user allow, and the loaders that batch its reads. */
export class Viewer {
  readonly site: SiteFacts;
  readonly key: CallerRights;
  readonly entitlement: Entitlement;
  readonly user: SignedInUser | null;
  /** Traits of the answer so far: one object for all viewers of a request. */
  readonly traits: AnswerTraits;
  /** Private, so that nothing can read who the caller is without making its answer a personal one. */
  private readonly identity: CallerKey;
  private readonly siteScope: Scope;
  private readonly loaders = new Map<unknown, Map<string, unknown>>();
  private live: Viewer | null = null;
  // Most requests need one of them, and making one takes longer than other parts of a viewer.
  private ownScope: Scope | undefined;
  private ownTeaserScope: Scope | undefined;
  private ownPreviewScope: Scope | undefined;

  constructor(options: {
    site: SiteFacts;
    /** All rows of the site. */
    scope: Scope;
    key: CallerKey;
    /** Rights of the user; `seesUnpublished` is by default what the key allows. */
    entitlement: UserRights & Partial<Entitlement>;
    user?: SignedInUser | null;
    traits?: AnswerTraits;
  }) {
    this.site = options.site;
    this.siteScope = options.scope;
    this.key = options.key;
    this.identity = options.key;
    this.traits = options.traits ?? { isExpiring: false, isPersonal: false };
    this.entitlement = restrictToScopes(options.entitlement, options.key.scopes);
    this.user = options.user ?? null;
  }

  /** The scope of all rows of its site, whatever their access level. */
  unrestricted(_reason: UnrestrictedReason): Scope {
    return this.siteScope;
  }

  /** The scope of its reads: its site, without restricted and hidden rows. */
  get scope(): Scope {
    return (this.ownScope ??= this.siteScope.restrict(accessFilter(this.entitlement)));
  }

  /** A scope with restricted rows, but no hidden ones: for teasers, and for errors that tell why an item cannot be read. */
  get teaserScope(): Scope {
    return (this.ownTeaserScope ??= this.siteScope.restrict(existenceFilter(this.entitlement)));
  }

  /**
   * A scope with what `scope` has, and with a preview also what is not published and the sources of drafts: for statements about
   * previewed items alone, and for searches with preview.
   */
  get previewScope(): Scope {
    if (!this.entitlement.preview) return this.scope;
    const access = { ...accessFilter(this.entitlement), unpublished: true, drafts: true };
    return (this.ownPreviewScope ??= this.siteScope.restrict(access));
  }

  /**
   * Name of the writer, as it is stored with what it writes: `key:<id>`, or `member:<id> <name>`. Users belong to the
   * installation, so a scope of the site could not look the name up.
   */
  get actor(): string {
    this.traits.isPersonal = true;
    const { id, role, userName } = this.identity;
    return role ? `member:${id} ${userName ?? ''}` : `key:${id}`;
  }

  /** Id of its API key, or of the user that is a member. */
  get actorId(): string {
    this.traits.isPersonal = true;
    return this.identity.id;
  }

  /** The request's own loader for a batch function: one statement for all keys of a tick; each row is read once. */
  loader<K extends string, V>(batch: BatchLoad<K, V>): DataLoader<K, V> {
    return this.loaderWith(batch, null);
  }

  /** The request's own loader for a batch function with options, which must be plain JSON: one loader per set of them. */
  loaderWith<K extends string, V, O>(
    batch: (viewer: Viewer, keys: readonly K[], options: O) => Promise<readonly (V | Error)[]>,
    options: O,
  ): DataLoader<K, V> {
    const loadersByOptions = this.loaders.get(batch) ?? new Map<string, unknown>();
    if (loadersByOptions.size === 0) this.loaders.set(batch, loadersByOptions);
    const set = JSON.stringify(options);
    let loader = loadersByOptions.get(set) as DataLoader<K, V> | undefined;
    if (!loader) {
      loader = new DataLoader<K, V>((keys) => batch(this, keys, options));
      loadersByOptions.set(set, loader);
    }
    return loader;
  }

  /**
   * The scope for reading one chat session: with answers that were made of what is not live, for those who see that. Of these, who
   * previews a single item has to be shown those of that item alone.
   */
  chatScope(chatSessionId: string): Scope {
    const { seesUnpublished, preview } = this.entitlement;
    const unpublished = seesUnpublished || preview !== undefined;
    const access = { ...accessFilter(this.entitlement), unpublished, drafts: unpublished };
    return this.scope.restrict({ ...access, chatSessionId });
  }

  /** The same caller with other rights, from a claim about its user; with loaders of its own. */
  withEntitlement(entitlement: Entitlement): Viewer {
    return this.derive({ entitlement });
  }

  /** The same caller as a reader of what is live, whatever it previews. */
  get liveViewer(): Viewer {
    const { preview, ...entitlement } = this.entitlement;
    this.live ??= preview ? this.withEntitlement(entitlement) : this;
    return this.live;
  }

  /** Tells whether the API key or role sees unpublished content, and what belongs to it, such as versions and drafts. */
  get hasPreviewScope(): boolean {
    return this.key.scopes.includes('preview');
  }

  /** The same caller with all reads and writes in an open transaction; with loaders of its own. */
  inTransaction(tx: ScopeTransaction): Viewer {
    return this.derive({ scope: this.scope.withTransaction(tx) });
  }

  private derive(options: { scope?: Scope; entitlement?: Entitlement }): Viewer {
    const { site, identity: key, entitlement, user, traits } = this;
    return new Viewer({ site, scope: this.siteScope, key, entitlement, user, traits, ...options });
  }

  /** Drops the loaders after a write, because their rows may be outdated. */
  forget(): void {
    this.loaders.clear();
    this.live = null;
  }
}

/** The rights of a user, through a key: nothing can make a viewer see what its key does not. */
function restrictToScopes(rights: UserRights & Partial<Entitlement>, scopes: readonly ApiKeyScope[]): Entitlement {
  const isGranted = scopes.includes('preview') || rights.preview?.itemId === null;
  return { ...rights, seesUnpublished: isGranted && rights.seesUnpublished !== false };
}
