import { LockMode } from '@mikro-orm/core';
import { columns } from '../../database/columns.ts';
import type { Database, ScopeTransaction } from '../../database/database.ts';
import { notFound } from '../../shared/errors.ts';
import { isId, newId } from '../../shared/ids.ts';
import type { SecretBox } from '../../shared/secret-box.ts';
import { Checks, NAME_LENGTH } from '../../shared/checks.ts';
import type { JobService } from '../job/job.service.ts';
import { displayPrefix, hashSecret, newApiKeySecret } from './api-key.ts';
import type { KeyDirectory } from './key-directory.ts';
import { API_KEY_SCOPES } from '../../shared/api-key-scope.ts';
import { ApiKeyEntity, DEFAULT_FORM_SETTINGS, SiteEntity } from './site.entity.ts';
import type { FormSettings, CatalogueSubscription } from './site.entity.ts';
import type { CreateApiKeyInput, CreateSiteInput, UpdateSiteInput } from './site.inputs.ts';
import { checkSiteUpdate } from './site.rules.ts';
import type { ApiKey, Site } from './site.types.ts';

const SITE_COLUMNS = `${columns('s', ['id', 'name', 'ownerEmail', 'plan', 'trustCallerUser', 'forms', 'subscriptions', 'linkHosts', 'createdAt', 'updatedAt'])},
  json_build_object('projectId', s.identity_project_id, 'hasServiceAccount', s.identity_service_account is not null) as identity`;

const KEY_COLUMNS = columns('k', [
  'id',
  'name',
  'prefix',
  'scopes',
  'createdAt',
  'lastUsedAt',
  'expiresAt',
  'revokedAt',
]);

/** Work that must be done in the transaction that creates a site, such as its built-in content types. */
export type SiteInitialiser = (tx: ScopeTransaction) => Promise<void>;

/** Sites and their API keys: what an admin manages. */
export class SiteService {
  private readonly database: Database;
  private readonly keys: KeyDirectory;
  private readonly jobs: JobService;
  private readonly secrets: SecretBox;
  private readonly initialise: SiteInitialiser;

  constructor(
    database: Database,
    keys: KeyDirectory,
    jobs: JobService,
    secrets: SecretBox,
    initialise: SiteInitialiser,
  ) {
    this.database = database;
    this.keys = keys;
    this.jobs = jobs;
    this.secrets = secrets;
    this.initialise = initialise;
  }

  list(): Promise<Site[]> {
    return this.database.system.rows<Site>(`select ${SITE_COLUMNS} from site s order by s.created_at, s.id`);
  }

  async find(id: string): Promise<Site | null> {
    if (!isId(id)) return null;
    return this.database.forSite(id).row<Site>(`select ${SITE_COLUMNS} from site s where s.id = $1`, [id]);
  }

  async get(id: string): Promise<Site> {
    const site = await this.find(id);
    if (!site) throw notFound('Site');
    return site;
  }

  async create(input: CreateSiteInput): Promise<Site> {
    const checks = new Checks();
    checks.required('name', input.name);
    checks.length('name', input.name, NAME_LENGTH);
    checks.required('ownerEmail', input.ownerEmail);
    checks.email('ownerEmail', input.ownerEmail);
    checks.refuse();
    const id = newId();
    await this.database.forSite(id).write(async (tx) => {
      tx.em.create(SiteEntity, {
        id,
        name: input.name,
        ownerEmail: input.ownerEmail,
        plan: input.plan ?? 'free',
        trustCallerUser: false,
        forms: DEFAULT_FORM_SETTINGS,
        subscriptions: [],
        linkHosts: [],
      });
      await tx.em.flush();
      await this.initialise(tx);
    });
    return this.get(id);
  }

  async update(id: string, input: UpdateSiteInput): Promise<Site> {
    await this.get(id);
    checkSiteUpdate(input);
    await this.database.forSite(id).write(async (tx) => {
      const entity = await tx.em.findOneOrFail(SiteEntity, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE });
      if (input.name) entity.name = input.name;
      if (input.ownerEmail) entity.ownerEmail = input.ownerEmail;
      if (input.plan) entity.plan = input.plan;
      if (typeof input.trustCallerUser === 'boolean') entity.trustCallerUser = input.trustCallerUser;
      if (input.forms) entity.forms = withForms(entity.forms, input.forms);
      if (input.linkHosts !== undefined) entity.linkHosts = input.linkHosts ?? [];
      if (input.subscriptions) entity.subscriptions = input.subscriptions.map(toCatalogue);
      if (input.identity?.projectId !== undefined) entity.identityProjectId = input.identity.projectId;
      const account = input.identity?.serviceAccount;
      if (account !== undefined) entity.identityServiceAccount = account === null ? null : this.secrets.seal(account);
    });
    this.keys.clear();
    return this.get(id);
  }

  /** Removes the site with everything in it: rows at once, its vectors by a job. */
  async delete(id: string): Promise<void> {
    await this.get(id);
    await this.database.system.write(async (tx) => {
      await tx.rows('delete from site where id = $1', [id]);
      await this.jobs.enqueue(tx, { kind: 'remove-site', key: id }, false);
    });
    this.keys.clear();
  }

  async listKeys(siteId: string): Promise<ApiKey[]> {
    await this.get(siteId);
    return this.database
      .forSite(siteId)
      .rows<ApiKey>(`select ${KEY_COLUMNS} from api_key k where k.site_id = $1 order by k.created_at, k.id`, [siteId]);
  }

  /** The only answer that holds the secret. */
  async createKey(siteId: string, input: CreateApiKeyInput): Promise<{ id: string; secret: string }> {
    await this.get(siteId);
    const checks = new Checks();
    checks.required('name', input.name);
    checks.length('name', input.name, NAME_LENGTH);
    if (input.scopes?.length === 0) checks.fault('scopes', 'must name at least one scope');
    if (input.expiresAt && input.expiresAt.getTime() <= Date.now()) checks.fault('expiresAt', 'must be in the future');
    checks.refuse();
    const secret = newApiKeySecret();
    const id = newId();
    await this.database.forSite(siteId).write(async (tx) => {
      tx.em.create(ApiKeyEntity, {
        id,
        siteId,
        name: input.name,
        hash: hashSecret(secret),
        prefix: displayPrefix(secret),
        scopes: [...new Set(input.scopes ?? API_KEY_SCOPES)],
        expiresAt: input.expiresAt ?? null,
      });
    });
    return { id, secret };
  }

  /** The key stops working at once here, and within seconds on every other instance. Revoking again changes nothing. */
  async revokeKey(id: string): Promise<ApiKey> {
    const found = isId(id)
      ? await this.database.system.row<ApiKey>(
          `update api_key k set revoked_at = coalesce(k.revoked_at, now()) where k.id = $1 returning ${KEY_COLUMNS}`,
          [id],
        )
      : null;
    if (!found) throw notFound('API key');
    this.keys.clear();
    return found;
  }
}

function withForms(current: FormSettings, input: NonNullable<UpdateSiteInput['forms']>): FormSettings {
  return {
    enabled: input.enabled ?? current.enabled,
    recipients: input.recipients ?? current.recipients,
    fromName: input.fromName === undefined ? current.fromName : input.fromName,
    subjectTemplate: input.subjectTemplate ?? current.subjectTemplate,
    replyTo: input.replyTo === undefined ? current.replyTo : input.replyTo,
    template: input.template ?? current.template,
    // Rows from before it existed have none.
    honeypotField: input.honeypotField === undefined ? (current.honeypotField ?? null) : input.honeypotField || null,
  };
}

function toCatalogue(input: NonNullable<UpdateSiteInput['subscriptions']>[number]): CatalogueSubscription {
  return {
    slug: input.slug,
    name: input.name,
    ...(input.description ? { description: input.description } : {}),
    grants: input.grants ?? [],
  };
}
