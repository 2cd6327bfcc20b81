import type { Database } from '../../database/database.ts';
import { table } from '../../database/table.ts';
import type { Egress } from '../../ports/egress.ts';
import type { OpenReranker, Reranker } from '../../ports/reranker.ts';
import type { SecretBox } from '../../shared/secret-box.ts';
import type { SiteFacts } from '../access/viewer.ts';
import { OwnModels, keyOf } from './own-models.ts';
import { SiteEntity } from './site.entity.ts';

interface RerankersNeeds {
  database: Database;
  secrets: SecretBox;
  egress: Egress;
  /** That of the installation; null: none is configured. */
  reranker: Reranker | null;
  /** Null: sites use that of the installation only. */
  openReranker: OpenReranker | null;
}

const sites = table(SiteEntity, 's', { only: ['reranker'] });
const RERANKER_OF_SITE = sites.select(`where ${sites.c.id} = $1`);

/** The reranker that each site uses: its own, or that of the installation. */
export class Rerankers {
  private readonly needs: RerankersNeeds;
  private readonly own = new OwnModels((siteId) => this.open(siteId));

  constructor(needs: RerankersNeeds) {
    this.needs = needs;
  }

  /** Null if there is none. Needs no SQL but for the first call after a change. */
  async of({ id, rerankerVersion }: Pick<SiteFacts, 'id' | 'rerankerVersion'>): Promise<Reranker | null> {
    const { reranker, openReranker } = this.needs;
    if (rerankerVersion === null || !openReranker) return reranker;
    return (await this.own.of(id, rerankerVersion)) ?? reranker;
  }

  /** Whether there is one for the site. */
  has({ rerankerVersion }: Pick<SiteFacts, 'rerankerVersion'>): boolean {
    return this.needs.reranker !== null || (rerankerVersion !== null && this.needs.openReranker !== null);
  }

  /** A new adapter for the stored settings; null if the site has none. */
  async open(siteId: string): Promise<Reranker | null> {
    const { database, openReranker } = this.needs;
    const stored = (await database.forSite(siteId).row(RERANKER_OF_SITE, [siteId]))?.reranker;
    if (!stored || !openReranker) return null;
    const { name, baseUrl } = stored;
    return openReranker({ name, baseUrl: baseUrl ?? undefined, apiKey: keyOf(siteId, stored, this.needs) });
  }
}
