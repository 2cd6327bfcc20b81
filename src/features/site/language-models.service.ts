import type { Database } from '../../database/database.ts';
import { table } from '../../database/table.ts';
import type { Egress } from '../../ports/egress.ts';
import type { LanguageModel, ModelSettings, OpenLanguageModel } from '../../ports/language-model.ts';
import { Checks } from '../../shared/checks.ts';
import { withDeadline } from '../../shared/deadline.ts';
import { ServiceError } from '../../shared/errors.ts';
import { ModelFailure } from '../../shared/model-failure.ts';
import type { SecretBox } from '../../shared/secret-box.ts';
import type { SiteFacts } from '../access/viewer.ts';
import { checkAddress, contextOf } from './site-model.rules.ts';
import { SiteEntity, type StoredModel } from './site.entity.ts';

interface LanguageModelsNeeds {
  database: Database;
  secrets: SecretBox;
  egress: Egress;
  /** That of the installation; null: none is configured. */
  model: LanguageModel | null;
  /** Null: sites use that of the installation only. */
  openModel: OpenLanguageModel | null;
}

interface Kept {
  version: number;
  model: Promise<LanguageModel | null>;
}

/** Of the sites that were last asked. */
const MAX_KEPT = 500;

const sites = table(SiteEntity, 's', { only: ['model'] });
const MODEL_OF_SITE = sites.select(`where ${sites.c.id} = $1`);

/** The language model that each site uses: its own, or that of the installation. */
export class LanguageModels {
  private readonly needs: LanguageModelsNeeds;
  private readonly kept = new Map<string, Kept>();

  constructor(needs: LanguageModelsNeeds) {
    this.needs = needs;
  }

  /** Null if there is none. Needs no SQL but for the first call after a change. */
  async of({ site }: { site: Pick<SiteFacts, 'id' | 'modelVersion'> }): Promise<LanguageModel | null> {
    if (!this.isOwn(site)) return this.needs.model;
    const model = await this.keptFor(site.id, site.modelVersion ?? 0);
    return model ?? this.needs.model;
  }

  /** Whether there is one for the site. */
  has(site: Pick<SiteFacts, 'modelVersion'>): boolean {
    return this.isOwn(site) || this.needs.model !== null;
  }

  isOwn({ modelVersion }: Pick<SiteFacts, 'modelVersion'>): boolean {
    return modelVersion !== null && this.needs.openModel !== null;
  }

  /** A new adapter for the stored settings; null if the site has none. */
  async open(siteId: string): Promise<LanguageModel | null> {
    const { database, openModel } = this.needs;
    const row = await database.forSite(siteId).row(MODEL_OF_SITE, [siteId]);
    if (!row?.model || !openModel) return null;
    return openModel(this.settingsOf(siteId, row.model));
  }

  /** Facts that were cached before the last change do not open the model again. */
  private keptFor(siteId: string, version: number): Promise<LanguageModel | null> {
    const known = this.kept.get(siteId);
    this.kept.delete(siteId);
    const kept = known && known.version >= version ? known : this.opened(siteId, version);
    this.kept.set(siteId, kept);
    for (const oldest of this.kept.keys()) {
      if (this.kept.size <= MAX_KEPT) break;
      this.kept.delete(oldest);
    }
    return kept.model;
  }

  /** Several requests may wait for it, so the deadline of one of them does not apply. */
  private opened(siteId: string, version: number): Kept {
    const kept = { version, model: withDeadline(undefined, () => this.open(siteId)) };
    kept.model.catch(() => {
      if (this.kept.get(siteId) === kept) this.kept.delete(siteId);
    });
    return kept;
  }

  private settingsOf(siteId: string, stored: StoredModel): ModelSettings {
    const { provider, name, fastName, baseUrl, tools, contextTokens } = stored;
    return {
      provider,
      models: { smart: name, fast: fastName ?? name },
      baseUrl: baseUrl ?? undefined,
      apiKey: this.keyOf(siteId, stored),
      capabilities: { ...(tools !== null && { tools }), ...(contextTokens !== null && { contextTokens }) },
    };
  }

  /** @throws ServiceError if the installation has another encryption key or other rules for hosts than when it was set */
  private keyOf(siteId: string, stored: StoredModel): string | undefined {
    try {
      const checks = new Checks();
      checkAddress(checks, stored, this.needs.egress);
      checks.throwIfInvalid();
      return stored.key ? this.needs.secrets.open(stored.key.sealed, contextOf(siteId, stored)) : undefined;
    } catch {
      const cause = new ModelFailure('invalid-settings');
      throw new ServiceError('BAD_GATEWAY', 'Agent service unavailable', {}, { cause });
    }
  }
}
