import { type InferEntity, defineEntity, p } from '@mikro-orm/core';
import { revision, siteFilter, siteRow, updatedAt } from '../../database/site-entity.ts';
import type { ApiKeyScope } from '../../access/api-key-scope.ts';
import type { Defaults } from '../../shared/patch.ts';
import type { SiteModel, SiteModelKey, SiteReranker } from './model/site-model.types.ts';
import type { Plan } from '../../access/site-facts.ts';
import type { CatalogueSubscription, FormSettings } from './site.types.ts';

export const FORM_TEMPLATES = ['default', 'simple', 'branded'] as const;
export type FormTemplate = (typeof FORM_TEMPLATES)[number];

export const DEFAULT_FORM_SETTINGS: FormSettings = {
  enabled: false,
  recipients: [],
  fromName: null,
  subjectTemplate: 'New Form Submission: {{formName}}',
  replyTo: null,
  template: 'default',
  honeypotField: null,
};

/** A model of the site's own, as it is stored. */
type VersionedModel<M extends { key: unknown }> = Omit<M, 'key'> & {
  /** The revision of the site that was replaced by it. */
  version: number;
  key: StoredModelKey | null;
};
export type StoredModel = VersionedModel<SiteModel>;
export type StoredReranker = VersionedModel<SiteReranker>;

export interface StoredModelKey extends SiteModelKey {
  /** The key, encrypted for the site, the kind of model, the provider and the base URL; it is never returned. */
  sealed: string;
}

/** The version of the model of a site, with the alias `s` of the table. */
export const MODEL_VERSION = `(s.model ->> 'version')::int`;
export const RERANKER_VERSION = `(s.reranker ->> 'version')::int`;

export const SiteEntity = defineEntity({
  name: 'Site',
  tableName: 'site',
  filters: siteFilter('id'),
  properties: {
    id: p.uuid().primary(),
    name: p.text(),
    ownerEmail: p.text(),
    plan: p.text().$type<Plan>(),
    trustCallerUser: p.boolean(),
    forms: p.json().$type<FormSettings>(),
    identityProjectId: p.text().nullable(),
    /** The service account, encrypted; it is never returned. */
    identityServiceAccount: p.text().nullable(),
    subscriptions: p.json().$type<CatalogueSubscription[]>(),
    /** Hosts allowed in links and images of agent answers. */
    linkHosts: p.array().$type<string[]>(),
    previewUrl: p.text().nullable(),
    keptRevisions: p.integer(),
    trashDays: p.integer(),
    activityDays: p.integer(),
    model: p.json().$type<StoredModel>().nullable(),
    reranker: p.json().$type<StoredReranker>().nullable(),
    /** The time of its deletion. The service sees no deleted sites. */
    closedAt: p.datetime().nullable(),
    createdAt: p.datetime().onCreate(() => new Date()),
    updatedAt,
    revision,
  },
});

export type SiteEntityRow = InferEntity<typeof SiteEntity>;

/** The default values of a site. */
export const SITE_DEFAULTS: Defaults<
  Omit<SiteEntityRow, 'id' | 'name' | 'ownerEmail' | 'createdAt' | 'updatedAt' | 'revision'>
> = {
  plan: 'free',
  trustCallerUser: false,
  forms: DEFAULT_FORM_SETTINGS,
  subscriptions: [],
  linkHosts: [],
  previewUrl: null,
  keptRevisions: 100,
  trashDays: 30,
  activityDays: 365,
};

export const ApiKeyEntity = defineEntity({
  name: 'ApiKey',
  tableName: 'api_key',
  filters: siteFilter(),
  properties: {
    ...siteRow,
    name: p.text(),
    /** SHA-256 of the secret, hex: the secret itself is never stored. */
    hash: p.text(),
    /** The first characters of the secret, to distinguish keys in a list. */
    prefix: p.text(),
    scopes: p.array().$type<ApiKeyScope[]>(),
    strict: p.boolean(),
    lastUsedAt: p.datetime().nullable(),
    expiresAt: p.datetime().nullable(),
    revokedAt: p.datetime().nullable(),
    /** The secret before the last rotation, which works until `formerUntil`. */
    formerHash: p.text().nullable(),
    formerPrefix: p.text().nullable(),
    formerUntil: p.datetime().nullable(),
  },
});
