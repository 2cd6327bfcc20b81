import { type InferEntity, defineEntity, p } from '@mikro-orm/core';
import { siteFilter, siteRow, updatedAt } from '../../database/site-entity.ts';
import type { Defaults } from '../../shared/patch.ts';
import type { FieldDefinition } from './field-definition.ts';

export const CONTENT_TYPE_STATUSES = ['active', 'draft', 'archived'] as const;
export type ContentTypeStatus = (typeof CONTENT_TYPE_STATUSES)[number];

export const CONTENT_TYPE_ACCESS_LEVELS = ['public', 'authenticated', 'premium'] as const;
export type ContentTypeAccessLevel = (typeof CONTENT_TYPE_ACCESS_LEVELS)[number];

/** Which built-in fields editors show for this type. */
export interface BuiltInFields {
  title: boolean;
  slug: boolean;
  excerpt: boolean;
  featuredImage: boolean;
  content: boolean;
  author: boolean;
  publishedAt: boolean;
}

const DEFAULT_BUILT_IN_FIELDS: BuiltInFields = {
  title: true,
  slug: true,
  excerpt: false,
  featuredImage: false,
  content: true,
  author: false,
  publishedAt: true,
};

/** How search and the agent use items of the type. */
export interface AiConfig {
  indexed: boolean;
  summarize: boolean;
  extractKeywords: boolean;
  generateEmbeddings: boolean;
  instructionTemplate: string | null;
}

const DEFAULT_AI_CONFIG: AiConfig = {
  indexed: true,
  summarize: false,
  extractKeywords: false,
  generateEmbeddings: true,
  instructionTemplate: null,
};

export const ContentTypeEntity = defineEntity({
  name: 'ContentType',
  tableName: 'content_type',
  filters: siteFilter(),
  properties: {
    ...siteRow,
    name: p.text(),
    slug: p.text(),
    pluralName: p.text().nullable(),
    description: p.text().nullable(),
    icon: p.text().nullable(),
    fields: p.json().$type<FieldDefinition[]>(),
    builtInFields: p.json().$type<BuiltInFields>(),
    aiConfig: p.json().$type<AiConfig>(),
    accessLevel: p.text().$type<ContentTypeAccessLevel>(),
    status: p.text().$type<ContentTypeStatus>(),
    builtIn: p.boolean(),
    updatedAt,
  },
});

export type ContentTypeEntityRow = InferEntity<typeof ContentTypeEntity>;

/** What a type has where nothing is said. */
export const CONTENT_TYPE_DEFAULTS: Defaults<
  Omit<ContentTypeEntityRow, 'id' | 'siteId' | 'name' | 'slug' | 'fields' | 'builtIn' | 'createdAt' | 'updatedAt'>
> = {
  builtInFields: DEFAULT_BUILT_IN_FIELDS,
  aiConfig: DEFAULT_AI_CONFIG,
  accessLevel: 'public',
  status: 'active',
};

/** The objects of a type that an update patches part by part. */
export const MERGED = ['builtInFields', 'aiConfig'] as const;
