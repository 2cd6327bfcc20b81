import type { Database } from '../../database/database.ts';
import { table } from '../../database/table.ts';
import type { Egress } from '../../ports/egress.ts';
import type { LanguageModel, ModelSettings, OpenLanguageModel } from '../../ports/language-model.ts';
import type { SecretBox } from '../../shared/secret-box.ts';
import type { SiteFacts } from '../access/viewer.ts';
import { OwnModels, keyOf } from './own-models.ts';
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

const sites = table(SiteEntity, 's', { only: ['model'] });
const MODEL_OF_SITE = sites.select(`where ${sites.c.id} = $1`);

/** The language model that each site uses: its own, or that of the installation. */
export class LanguageModels {
  private readonly needs: LanguageModelsNeeds;
  private readonly own = new OwnModels((siteId) => this.open(siteId));

  constructor(needs: LanguageModelsNeeds) {
    this.needs = needs;
  }

  /** Null if there is none. Needs no SQL but for the first call after a change. */
  async of({ site }: { site: Pick<SiteFacts, 'id' | 'modelVersion'> }): Promise<LanguageModel | null> {
    if (!this.isOwn(site)) return this.needs.model;
    const model = await this.own.of(site.id, site.modelVersion ?? 0);
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

  private settingsOf(siteId: string, stored: StoredModel): ModelSettings {
    const { provider, name, fastName, baseUrl, tools, contextTokens } = stored;
    return {
      provider,
      models: { smart: name, fast: fastName ?? name },
      baseUrl: baseUrl ?? undefined,
      apiKey: keyOf(siteId, stored, this.needs),
      capabilities: { ...(tools !== null && { tools }), ...(contextTokens !== null && { contextTokens }) },
    };
  }
}
