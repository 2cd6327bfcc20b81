import { LRUCache } from 'lru-cache';
import type { Database } from '../../database/database.ts';
import { expression, table } from '../../database/table.ts';
import type { ApiKeyScope } from '../../access/api-key-scope.ts';
import { withDeadline } from '../../shared/deadline.ts';
import type { SiteFacts } from '../../access/site-facts.ts';
import { hashSecret, isWellFormed } from './api-key.ts';
import { ApiKeyEntity, MODEL_VERSION, RERANKER_VERSION, SiteEntity } from './site.entity.ts';

export interface KeyEntry {
  /** The hash of the secret that was sent. */
  hash: string;
  key: { id: string; scopes: readonly ApiKeyScope[]; isStrict: boolean };
  site: SiteFacts;
  /** Settings for the users of the site; separate from the facts, so that no viewer contains them. */
  identity: { projectId: string | null; sealedAccount: string | null };
}

/** Lifetime of a cache entry: a key revoked by another instance works for at most this long. */
export const FRESH_MS = 4_000;
/** Limits memory for requests with random keys. */
const MAX_ENTRIES = 10_000;

const keyRows = table(ApiKeyEntity, 'found');
const { c } = table(SiteEntity, 's');
/** The time of the last use is written once a minute: a busy key would otherwise leave a dead row every few seconds. */
const USE_KEY = table(SiteEntity, 's', {
  only: ['id', 'name', 'plan', 'trustCallerUser', 'subscriptions', 'linkHosts'],
  add: {
    keyId: keyRows.c.id,
    scopes: keyRows.c.scopes,
    isStrict: keyRows.c.strict,
    projectId: c.identityProjectId,
    sealedAccount: c.identityServiceAccount,
    modelVersion: expression<number | null>(MODEL_VERSION),
    rerankerVersion: expression<number | null>(RERANKER_VERSION),
  },
}).statement(
  (columns) => `with found as (
      select id, site_id, scopes, strict, last_used_at from api_key
      where (hash = $1 or (former_hash = $1 and former_until > now()))
        and revoked_at is null and (expires_at is null or expires_at > now())
    ), used as (
      update api_key k set last_used_at = now() from found
      where k.id = found.id and (found.last_used_at is null or found.last_used_at < now() - interval '1 minute')
    )
    select ${columns} from found join site s on s.id = found.site_id`,
);

/** Selects the scopes of valid keys by either secret. $1 has the hashes of secrets. */
const SCOPES_BY_HASH = `select k.hash, case when k.former_until > now() then k.former_hash end as "formerHash", k.scopes
  from api_key k join site s on s.id = k.site_id
  where (k.hash = any($1::text[]) or k.former_hash = any($1::text[]))
    and k.revoked_at is null and (k.expires_at is null or k.expires_at > now())`;

interface ScopesRow {
  hash: string;
  formerHash: string | null;
  scopes: ApiKeyScope[];
}

/** Finds the site of an API key and caches it for a few seconds, so that most requests need no SQL. */
export class KeyDirectory {
  private readonly database: Database;
  private readonly revocationListeners: (() => Promise<void>)[] = [];
  private readonly entries = new LRUCache<string, Promise<KeyEntry | null>>({ max: MAX_ENTRIES, ttl: FRESH_MS });

  constructor(database: Database) {
    this.database = database;
  }

  /** Finds a key by its secret. Null for an unknown, revoked, expired or malformed key. */
  async find(secret: string): Promise<KeyEntry | null> {
    if (!isWellFormed(secret)) return null;
    const hash = hashSecret(secret);
    const entry = this.entries.get(hash);
    if (entry) return entry;
    // Several requests may wait for it, so the deadline of one of them does not apply.
    const lookup = withDeadline(undefined, () => this.read(hash));
    this.entries.set(hash, lookup);
    // A failed query (the database is unavailable) must not be cached.
    lookup.catch(() => this.entries.delete(hash));
    return lookup;
  }

  /** Clears the cache after keys or site settings were changed through this instance. */
  clear(): void {
    this.entries.clear();
  }

  /** Forgets all keys and tells the listeners that keys were revoked. Resolves when the listeners have. */
  async announceRevocation(): Promise<void> {
    this.clear();
    await Promise.all(this.revocationListeners.map((listener) => listener()));
  }

  onRevocation(listener: () => Promise<void>): void {
    this.revocationListeners.push(listener);
  }

  /** Reads the scopes of keys by hashes of secrets, without the cache. Invalid secrets are missing. */
  async readScopes(hashes: readonly string[]): Promise<Map<string, readonly ApiKeyScope[]>> {
    const rows = await this.database.system.rows<ScopesRow>(SCOPES_BY_HASH, [hashes]);
    return new Map(
      rows.flatMap(({ hash, formerHash, scopes }) => [hash, formerHash ?? hash].map((one) => [one, scopes])),
    );
  }

  private async read(hash: string): Promise<KeyEntry | null> {
    const row = await this.database.system.row(USE_KEY, [hash]);
    if (!row) return null;
    const { keyId, scopes, isStrict, projectId, sealedAccount, ...site } = row;
    return { hash, key: { id: keyId, scopes, isStrict }, site, identity: { projectId, sealedAccount } };
  }
}
