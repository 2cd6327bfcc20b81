import { type InferEntity, defineEntity, p } from '@mikro-orm/core';
import { revision, siteFilter, siteRow, updatedAt } from '../../database/site-entity.ts';
import type { TierLevel } from '../../access/access-level.ts';
import type { Defaults } from '../../shared/patch.ts';
import type { FieldDefinition } from './field-definition.ts';
import type { AiConfigType, BuiltInFieldsType } from './content-type.types.ts';

export const CONTENT_TYPE_STATUSES = ['active', 'draft', 'archived'] as const;
export type ContentTypeStatus = (typeof CONTENT_TYPE_STATUSES)[number];

const DEFAULT_BUILT_IN_FIELDS: BuiltInFieldsType = {
  title: true,
  slug: true,
  excerpt: false,
  featuredImage: false,
  content: true,
  author: false,
  publishedAt: true,
};

const DEFAULT_AI_CONFIG: AiConfigType = {
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
    builtInFields: p.json().$type<BuiltInFieldsType>(),
    aiConfig: p.json().$type<AiConfigType>(),
    accessLevel: p.text().$type<TierLevel>(),
    status: p.text().$type<ContentTypeStatus>(),
    builtIn: p.boolean(),
    updatedAt,
    revision,
  },
});

export type ContentTypeEntityRow = InferEntity<typeof ContentTypeEntity>;

/** The default values of a content type. */
export const CONTENT_TYPE_DEFAULTS: Defaults<
  Omit<
    ContentTypeEntityRow,
    'id' | 'siteId' | 'name' | 'slug' | 'fields' | 'builtIn' | 'createdAt' | 'updatedAt' | 'revision'
  >
> = {
  builtInFields: DEFAULT_BUILT_IN_FIELDS,
  aiConfig: DEFAULT_AI_CONFIG,
  accessLevel: 'public',
  status: 'active',
};

/** The objects of a type that an update patches part by part. */
export const MERGED_COLUMNS = ['builtInFields', 'aiConfig'] as const;
