import type { Database, Scope } from '../../database/database.ts';
import { type ExpectedRevision, assertRevision, findForUpdate } from '../../database/revision.ts';
import { expression, table } from '../../database/table.ts';
import { assertBelowLimit } from '../../database/writes.ts';
import { orNotFound } from '../../shared/errors.ts';
import { isId, newId } from '../../shared/ids.ts';
import { patch, withDefaults } from '../../shared/patch.ts';
import type { SecretBox } from '../../shared/secret-box.ts';
import { checkInput } from '../../api/input-bounds.ts';
import type { ContentTypeService } from '../content-type/content-type.service.ts';
import { displayPrefix, hashSecret, newApiKeySecret } from './api-key.ts';
import { rotateSecret } from './api-key-rotation.ts';
import type { KeyDirectory } from './key-directory.ts';
import { API_KEY_SCOPES } from '../../access/api-key-scope.ts';
import type { RemoveSiteRows } from './remove-site-rows.ts';
import { SITE_MAXIMA } from '../../shared/site-limits.ts';
import { ApiKeyEntity, SITE_DEFAULTS, SiteEntity } from './site.entity.ts';
import { CreateApiKeyInput, CreateSiteInput, type RotateApiKeyInput, type UpdateSiteInput } from './site.inputs.ts';
import { checkSiteUpdate } from './site.rules.ts';
import type { SiteModel, SiteReranker } from './model/site-model.types.ts';
import type { ApiKey, CatalogueSubscription, Site, SiteIdentity } from './site.types.ts';

const sites = table(SiteEntity, 's', {
  omit: ['identityProjectId', 'identityServiceAccount', 'model', 'reranker', 'closedAt'],
  add: {
    identity: expression<SiteIdentity>(
      `json_build_object('projectId', s.identity_project_id, 'hasServiceAccount', s.identity_service_account is not null)`,
    ),
    model: expression<SiteModel | null>(`s.model #- '{key,sealed}'`),
    reranker: expression<SiteReranker | null>(`s.reranker #- '{key,sealed}'`),
  },
});
const ALL_SITES = sites.select(`order by ${sites.c.createdAt}, ${sites.c.id}`);
const SITE_BY_ID = sites.select(`where ${sites.c.id} = $1`);
/** Writers of its rows do not wait for it, nor it for them. */
const LOCKED_BY_ID = table(SiteEntity, 's', { only: ['revision'] }).select('where s.id = $1 for no key update');

const keys = table(ApiKeyEntity, 'k', {
  omit: ['siteId', 'hash', 'formerHash', 'formerPrefix', 'formerUntil'],
  add: {
    formerPrefix: expression<string | null>(`case when k.former_until > now() then k.former_prefix end`),
    formerUntil: expression<string | null>(`case when k.former_until > now() then k.former_until end`),
  },
});
const KEYS_OF_SITE = keys.select(`where ${keys.c.siteId} = $1 order by ${keys.c.createdAt}, ${keys.c.id}`);
const REVOKE = keys.statement(
  (columns) =>
    `update ${keys.name} set revoked_at = coalesce(k.revoked_at, now()) where k.id = $1 returning ${columns}`,
);

export interface SiteServiceDependencies {
  database: Database;
  keys: KeyDirectory;
  removal: RemoveSiteRows;
  secrets: SecretBox;
  contentTypes: ContentTypeService;
}

/** Sites and their API keys, managed by an admin. */
export class SiteService {
  private readonly dependencies: SiteServiceDependencies;

  constructor(dependencies: SiteServiceDependencies) {
    this.dependencies = dependencies;
  }

  list(): Promise<Site[]> {
    return this.dependencies.database.system.rows(ALL_SITES);
  }

  async get(id: string): Promise<Site> {
    return orNotFound(
      isId(id) ? await this.dependencies.database.forSite(id, 'admin').row(SITE_BY_ID, [id]) : null,
      'Site',
    );
  }

  async create(input: CreateSiteInput): Promise<Site> {
    const id = newId();
    await this.dependencies.database.forSite(id, 'admin').write(async (tx) => {
      tx.em.create(SiteEntity, {
        ...withDefaults(SITE_DEFAULTS, { plan: input.plan }),
        id,
        name: input.name,
        ownerEmail: input.ownerEmail,
      });
      await tx.em.flush();
      await this.dependencies.contentTypes.createBuiltIns(tx);
    });
    return this.get(id);
  }

  async update(id: string, input: UpdateSiteInput, expected?: ExpectedRevision): Promise<Site> {
    await this.get(id);
    checkSiteUpdate(input);
    await this.dependencies.database.forSite(id, 'admin').write(async (tx) => {
      const site = await findForUpdate(tx, SiteEntity, { id }, { resource: 'Site', expected });
      const { identity, forms, subscriptions, ...values } = input;
      const changedValues = {
        ...values,
        ...this.changedIdentity(identity),
        forms: forms && { ...forms, honeypotField: forms.honeypotField === '' ? null : forms.honeypotField },
        subscriptions: subscriptions && subscriptions.map(toCatalogue),
      };
      Object.assign(site, patch(site, changedValues, SITE_DEFAULTS, { merge: ['forms'] }));
    });
    this.dependencies.keys.clear();
    return this.get(id);
  }

  /**
   * Closes the site: nothing reaches it any more, and requests for it that are open end. Then removes what it has stored; a job
   * does what takes longer.
   */
  async delete(id: string, expected?: ExpectedRevision): Promise<void> {
    const { database, keys, removal } = this.dependencies;
    await database.system.write(async (tx) => {
      assertRevision(orNotFound(isId(id) ? await tx.row(LOCKED_BY_ID, [id]) : null, 'Site'), expected);
      await tx.rows('select close_site($1)', [id]);
      await removal.enqueue(tx, id);
    });
    await keys.announceRevocation();
    await removal.removeSmall(id);
  }

  async listKeys(siteId: string): Promise<ApiKey[]> {
    await this.get(siteId);
    return this.dependencies.database.forSite(siteId, 'admin').rows(KEYS_OF_SITE, [siteId]);
  }

  /** The only result with the secret. */
  async createKey(siteId: string, input: CreateApiKeyInput): Promise<{ id: string; secret: string }> {
    await this.get(siteId);
    const checks = checkInput(CreateApiKeyInput, input);
    if (input.scopes?.length === 0) checks.report('scopes', 'must name at least one scope');
    if (input.expiresAt && input.expiresAt.getTime() <= Date.now()) checks.report('expiresAt', 'must be in the future');
    checks.throwIfInvalid();
    const secret = newApiKeySecret();
    const id = newId();
    await this.dependencies.database.forSite(siteId, 'admin').write(async (tx) => {
      await tx.lock('api keys');
      // An expired key counts, too, because a rotation can extend it.
      const notRevoked = 'revoked_at is null';
      await assertBelowLimit(tx, ApiKeyEntity, SITE_MAXIMA.apiKeys, 'API keys that are not revoked', notRevoked);
      tx.em.create(ApiKeyEntity, {
        id,
        siteId,
        name: input.name,
        hash: hashSecret(secret),
        prefix: displayPrefix(secret),
        scopes: [...new Set(input.scopes ?? API_KEY_SCOPES)],
        strict: input.strict ?? false,
        expiresAt: input.expiresAt ?? null,
      });
    });
    return { id, secret };
  }

  /** Gives a key a new secret, which only this result has. @param siteId of the caller, if its call is limited to its site */
  async rotateKey(id: string, input: RotateApiKeyInput, siteId?: string): Promise<{ id: string; secret: string }> {
    const rotated = await rotateSecret(this.keyScope(siteId), id, input);
    await this.dependencies.keys.announceRevocation();
    return rotated;
  }

  /** The key is rejected immediately by this instance, and within seconds by all others. Idempotent. @param siteId as for `rotateKey` */
  async revokeKey(id: string, siteId?: string): Promise<ApiKey> {
    const [found] = isId(id) ? await this.keyScope(siteId).change(REVOKE, [id]) : [];
    await this.dependencies.keys.announceRevocation();
    return orNotFound(found, 'API key');
  }

  private keyScope(siteId: string | undefined): Scope {
    return siteId === undefined
      ? this.dependencies.database.system
      : this.dependencies.database.forSite(siteId, 'admin');
  }

  private changedIdentity(identity: UpdateSiteInput['identity']) {
    if (identity === undefined) return {};
    const { projectId, serviceAccount } = identity ?? { projectId: null, serviceAccount: null };
    return {
      identityProjectId: projectId,
      identityServiceAccount: serviceAccount && this.dependencies.secrets.seal(serviceAccount),
    };
  }
}

type CatalogueInput = NonNullable<UpdateSiteInput['subscriptions']>[number];

function toCatalogue({ slug, name, description, grants }: CatalogueInput): CatalogueSubscription {
  return { slug, name, ...(description ? { description } : {}), grants: grants ?? [] };
}
