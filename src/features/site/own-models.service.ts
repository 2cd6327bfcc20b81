import { LRUCache } from 'lru-cache';
import type { Database } from '../../database/database.ts';
import { type TableRow, table } from '../../database/table.ts';
import type { Egress } from '../../ports/egress.ts';
import type { LanguageModel, OpenLanguageModel } from '../../ports/language-model.ts';
import type { OpenReranker, Reranker } from '../../ports/reranker.ts';
import { Checks } from '../../shared/checks.ts';
import { withDeadline } from '../../shared/deadline.ts';
import { ServiceError } from '../../shared/errors.ts';
import { ModelFailure } from '../../ports/model-failure.ts';
import type { SecretBox } from '../../shared/secret-box.ts';
import type { SiteFacts } from '../../access/site-facts.ts';
import { type ModelAddress, checkAddress, encryptionContext } from './model/site-model.rules.ts';
import { SiteEntity, type StoredModelKey } from './site.entity.ts';

interface OwnModelDependencies {
  database: Database;
  secrets: SecretBox;
  egress: Egress;
}

interface CachedModel<M> {
  version: number;
  model: Promise<M | null>;
}

/** The maximum number of models that are kept, those of the sites that were used last. */
const MAX_CACHED = 500;

const sites = table(SiteEntity, 's', { only: ['model', 'reranker'] });
type StoredModels = TableRow<typeof sites>;
const MODELS_OF_SITE = sites.select(`where ${sites.c.id} = $1`);

interface OwnModelOptions<M, V> {
  database: Database;
  /** The property of the facts of a site that has the version of its own model. */
  version: V;
  /** The model of the installation; null: none is configured. */
  installation: M | null;
  /** A new adapter for the stored settings; null: sites use that of the installation only. */
  open: ((siteId: string, stored: StoredModels) => Promise<M> | null) | null;
}

/** The model of one kind that each site uses: its own, or that of the installation. See decision 144. */
export class OwnModels<M, V extends 'modelVersion' | 'rerankerVersion'> {
  private readonly options: OwnModelOptions<M, V>;
  private readonly cache = new LRUCache<string, CachedModel<M>>({ max: MAX_CACHED });

  constructor(options: OwnModelOptions<M, V>) {
    this.options = options;
  }

  /** Returns the model of a site. Null if there is none. Needs no SQL but for the first call after a change. */
  async findModel({ site }: { site: Pick<SiteFacts, 'id' | V> }): Promise<M | null> {
    const { version, installation } = this.options;
    const own = this.isOwn(site) ? await this.openCached(site.id, site[version] ?? 0) : null;
    return own ?? installation;
  }

  /** Returns whether there is one for the site. */
  has(site: Pick<SiteFacts, V>): boolean {
    return this.isOwn(site) || this.options.installation !== null;
  }

  isOwn(site: Pick<SiteFacts, V>): boolean {
    return site[this.options.version] !== null && this.options.open !== null;
  }

  /** A new adapter for the stored settings; null if the site has none. */
  async open(siteId: string): Promise<M | null> {
    const { database, open } = this.options;
    const stored = await database.forSite(siteId, 'no access level').row(MODELS_OF_SITE, [siteId]);
    return stored && open ? open(siteId, stored) : null;
  }

  /** Facts that were cached before the last change do not open the model again. */
  private openCached(siteId: string, version: number): Promise<M | null> {
    const cached = this.cache.get(siteId);
    if (cached && cached.version >= version) return cached.model;
    // Several requests may wait for it, so the deadline of one of them does not apply.
    const opened = { version, model: withDeadline(undefined, () => this.open(siteId)) };
    opened.model.catch(() => {
      if (this.cache.peek(siteId) === opened) this.cache.delete(siteId);
    });
    this.cache.set(siteId, opened);
    return opened.model;
  }
}

export type LanguageModels = OwnModels<LanguageModel, 'modelVersion'>;
export type Rerankers = OwnModels<Reranker, 'rerankerVersion'>;

export function createLanguageModels(
  dependencies: OwnModelDependencies & {
    model: LanguageModel | null;
    /** Opens the language model of a site; null if sites may not have their own. */
    openModel: OpenLanguageModel | null;
  },
): LanguageModels {
  const { database, model: installation, openModel } = dependencies;
  const open = (siteId: string, { model: stored }: StoredModels) => {
    if (!stored || !openModel) return null;
    const { provider, name, fastName, baseUrl, tools, contextTokens } = stored;
    return openModel({
      provider,
      models: { smart: name, fast: fastName ?? name },
      baseUrl: baseUrl ?? undefined,
      apiKey: decryptKey(siteId, stored, dependencies),
      capabilities: { ...(tools !== null && { tools }), ...(contextTokens !== null && { contextTokens }) },
    });
  };
  return new OwnModels({ database, version: 'modelVersion', installation, open: openModel && open });
}

export function createRerankers(
  dependencies: OwnModelDependencies & {
    reranker: Reranker | null;
    /** Opens the reranker of a site; null if sites may not have their own. */
    openReranker: OpenReranker | null;
  },
): Rerankers {
  const { database, reranker: installation, openReranker } = dependencies;
  const open = (siteId: string, { reranker: stored }: StoredModels) => {
    if (!stored || !openReranker) return null;
    const { name, baseUrl } = stored;
    return openReranker({ name, baseUrl: baseUrl ?? undefined, apiKey: decryptKey(siteId, stored, dependencies) });
  };
  return new OwnModels({ database, version: 'rerankerVersion', installation, open: openReranker && open });
}

/** @throws ServiceError if the installation has another encryption key or other rules for hosts than when it was set */
function decryptKey(
  siteId: string,
  stored: ModelAddress & { key: StoredModelKey | null },
  { egress, secrets }: OwnModelDependencies,
): string | undefined {
  try {
    const checks = new Checks();
    checkAddress(checks, stored, egress);
    checks.throwIfInvalid();
    return stored.key ? secrets.open(stored.key.sealed, encryptionContext(siteId, stored)) : undefined;
  } catch {
    const cause = new ModelFailure('invalid-settings');
    throw new ServiceError('BAD_GATEWAY', 'Agent service unavailable', {}, { cause });
  }
}
