import type { Database } from '../../../database/database.ts';
import { type ExpectedRevision, findForUpdate } from '../../../database/revision.ts';
import { checkInput } from '../../../api/input-bounds.ts';
import type { Egress } from '../../../ports/egress.ts';
import type { Checks } from '../../../shared/checks.ts';
import { ServiceError } from '../../../shared/errors.ts';
import { patch } from '../../../shared/patch.ts';
import type { SecretBox } from '../../../shared/secret-box.ts';
import type { KeyDirectory } from '../key-directory.ts';
import { type ModelAddress, checkAddress, encryptionContext, isKeyNeeded } from './site-model.rules.ts';
import type { SiteService } from '../site.service.ts';
import type { Site } from '../site.types.ts';
import { UpdateSiteModelInput, UpdateSiteRerankerInput } from './site-model.types.ts';
import {
  SiteEntity,
  type SiteEntityRow,
  type StoredModel,
  type StoredModelKey,
  type StoredReranker,
} from '../site.entity.ts';

interface SiteModelDependencies {
  database: Database;
  keys: KeyDirectory;
  sites: SiteService;
  secrets: SecretBox;
  egress: Egress;
  /** Tells whether the installation lets sites have models of their own. */
  isAllowed: boolean;
}

type ModelsOfSite = Pick<SiteEntityRow, 'id' | 'revision' | 'model' | 'reranker'>;
type Secret = Pick<StoredModel, 'key' | 'version'>;
type Settings = ModelAddress & { name: string };
type Changes<S> = { [K in keyof S]?: S[K] | null } & { apiKey?: string | null };

const MODEL_DEFAULTS: Omit<StoredModel, keyof Secret> = {
  provider: 'openai-compatible',
  name: '',
  fastName: null,
  baseUrl: null,
  tools: null,
  contextTokens: null,
};
const RERANKER_DEFAULTS: Omit<StoredReranker, keyof Secret> = { name: '', baseUrl: null };

/** Shorter keys would be easier to guess with four known characters. */
const MIN_SHOWN_LENGTH = 16;

/** The language models and rerankers of sites' own. */
export class SiteModelService {
  private readonly dependencies: SiteModelDependencies;

  constructor(dependencies: SiteModelDependencies) {
    this.dependencies = dependencies;
  }

  get isAllowed(): boolean {
    return this.dependencies.isAllowed;
  }

  async update(siteId: string, input: UpdateSiteModelInput, expected: ExpectedRevision): Promise<Site> {
    const checks = this.createChecks(UpdateSiteModelInput, input);
    return this.change(siteId, expected, (site) => {
      if (!site.model) checks.required('provider', input.provider);
      site.model = this.mergeSettings(site, site.model ?? null, input, { defaults: MODEL_DEFAULTS, checks });
    });
  }

  async updateReranker(siteId: string, input: UpdateSiteRerankerInput, expected: ExpectedRevision): Promise<Site> {
    const checks = this.createChecks(UpdateSiteRerankerInput, input);
    return this.change(siteId, expected, (site) => {
      site.reranker = this.mergeSettings(site, site.reranker ?? null, input, { defaults: RERANKER_DEFAULTS, checks });
    });
  }

  /** The site then uses the model of the installation. Idempotent. */
  async delete(siteId: string, kind: 'model' | 'reranker', expected: ExpectedRevision): Promise<Site> {
    return this.change(siteId, expected, (site) => {
      site[kind] = null;
    });
  }

  private createChecks<T extends object>(type: new () => T, input: T): Checks {
    if (!this.isAllowed) throw new ServiceError('FORBIDDEN', 'This installation does not let sites have own models');
    const checks = checkInput(type, input);
    checks.throwIfInvalid();
    return checks;
  }

  private async change(
    siteId: string,
    expected: ExpectedRevision,
    change: (site: ModelsOfSite) => void,
  ): Promise<Site> {
    const { database, keys, sites } = this.dependencies;
    await database.forSite(siteId, 'admin').write(async (tx) => {
      change(await findForUpdate(tx, SiteEntity, { id: siteId }, { resource: 'Site', expected }));
    });
    keys.clear();
    return sites.get(siteId);
  }

  private mergeSettings<S extends Settings>(
    site: ModelsOfSite,
    before: (S & Secret) | null,
    { apiKey, ...input }: Changes<S>,
    { defaults, checks }: { defaults: S; checks: Checks },
  ): S & Secret {
    const former: S = before ?? defaults;
    const next: S = { ...former, ...(patch<Settings, object>(former, input, defaults) as Partial<S>) };
    checks.required('name', next.name);
    checkAddress(checks, next, this.dependencies.egress);
    const context = encryptionContext(site.id, next);
    const key = apiKey === undefined ? (before?.key ?? null) : null;
    if (key && before && encryptionContext(site.id, before) !== context) {
      checks.report('apiKey', 'must be given again: the stored key is only sent to the base URL that it was set for');
    } else if (!key && !apiKey && isKeyNeeded(next)) {
      checks.report('apiKey', 'is required');
    }
    checks.throwIfInvalid();
    return { ...next, version: site.revision, key: apiKey ? this.sealKey(apiKey, context) : key };
  }

  private sealKey(apiKey: string, context: string): StoredModelKey {
    return {
      sealed: this.dependencies.secrets.seal(apiKey, context),
      lastFour: apiKey.length < MIN_SHOWN_LENGTH ? null : apiKey.slice(-4),
      setAt: new Date().toISOString(),
    };
  }
}
