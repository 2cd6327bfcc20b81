import type { Database } from '../../database/database.ts';
import { type ExpectedRevision, findForUpdate } from '../../database/revision.ts';
import { checkInput } from '../../graphql/bounds.ts';
import type { Egress } from '../../ports/egress.ts';
import type { Checks } from '../../shared/checks.ts';
import { ServiceError } from '../../shared/errors.ts';
import { patch } from '../../shared/patch.ts';
import type { SecretBox } from '../../shared/secret-box.ts';
import type { KeyDirectory } from './key-directory.ts';
import { checkAddress, contextOf, isKeyNeeded } from './site-model.rules.ts';
import { UpdateSiteModelInput } from './site-model.types.ts';
import { SiteEntity, type SiteEntityRow, type StoredModel, type StoredModelKey } from './site.entity.ts';

interface SiteModelNeeds {
  database: Database;
  keys: KeyDirectory;
  secrets: SecretBox;
  egress: Egress;
  /** Whether the installation lets sites have language models of their own. */
  isAllowed: boolean;
}

type ModelOfSite = Pick<SiteEntityRow, 'id' | 'revision' | 'model'>;
type Settings = Omit<StoredModel, 'key' | 'version'>;

const DEFAULTS: Settings = {
  provider: 'openai-compatible',
  name: '',
  fastName: null,
  baseUrl: null,
  tools: null,
  contextTokens: null,
};

/** Shorter keys would be easier to guess with four known characters. */
const MIN_SHOWN_LENGTH = 16;

/** The language models of sites' own. */
export class SiteModelService {
  readonly isAllowed: boolean;
  private readonly needs: SiteModelNeeds;

  constructor(needs: SiteModelNeeds) {
    this.needs = needs;
    this.isAllowed = needs.isAllowed;
  }

  async update(siteId: string, input: UpdateSiteModelInput, expected: ExpectedRevision): Promise<void> {
    if (!this.isAllowed) throw new ServiceError('FORBIDDEN', 'This installation does not let sites have own models');
    const checks = checkInput(UpdateSiteModelInput, input);
    checks.throwIfInvalid();
    await this.change(siteId, expected, (site) => this.changed(site, input, checks));
  }

  /** The site then uses the model of the installation. Idempotent. */
  async delete(siteId: string, expected: ExpectedRevision): Promise<void> {
    await this.change(siteId, expected, () => null);
  }

  private async change(
    siteId: string,
    expected: ExpectedRevision,
    changed: (site: ModelOfSite) => StoredModel | null,
  ): Promise<void> {
    const { database, keys } = this.needs;
    await database.forSite(siteId).write(async (tx) => {
      const site = await findForUpdate(tx, SiteEntity, { id: siteId }, { resource: 'Site', expected });
      site.model = changed(site);
    });
    keys.clear();
  }

  private changed(site: ModelOfSite, { apiKey, ...input }: UpdateSiteModelInput, checks: Checks): StoredModel {
    const before = site.model ?? null;
    const { version: _version, key: _key, ...former } = before ?? { version: 0, key: null, ...DEFAULTS };
    const next: Settings = { ...former, ...patch(former, input, DEFAULTS) };
    if (!before) checks.required('provider', input.provider);
    checks.required('name', next.name);
    checkAddress(checks, next, this.needs.egress);
    const context = contextOf(site.id, next);
    const kept = apiKey === undefined ? (before?.key ?? null) : null;
    if (kept && before && contextOf(site.id, before) !== context) {
      checks.report('apiKey', 'must be given again: the stored key is only sent to the base URL that it was set for');
    } else if (!kept && !apiKey && isKeyNeeded(next.provider)) {
      checks.report('apiKey', 'is required');
    }
    checks.throwIfInvalid();
    return { ...next, version: site.revision, key: apiKey ? this.sealed(apiKey, context) : kept };
  }

  private sealed(apiKey: string, context: string): StoredModelKey {
    return {
      sealed: this.needs.secrets.seal(apiKey, context),
      lastFour: apiKey.length < MIN_SHOWN_LENGTH ? null : apiKey.slice(-4),
      setAt: new Date().toISOString(),
    };
  }
}
