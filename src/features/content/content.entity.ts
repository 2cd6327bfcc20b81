import { type InferEntity, defineEntity, p } from '@mikro-orm/core';
import { revision, siteFilter, siteRow, updatedAt } from '../../database/site-entity.ts';
import type { Defaults } from '../../shared/patch.ts';
import type { AccessLevel } from '../../access/access-level.ts';
import type { UpdateContentInput } from './content.inputs.ts';
import type { CourseMetadata, DocumentMetadata, VideoMetadata } from './content.metadata.ts';

export const CONTENT_STATUSES = ['draft', 'published', 'archived'] as const;
export type ContentStatus = (typeof CONTENT_STATUSES)[number];

export type JsonObject = Record<string, unknown>;

export const ContentItemEntity = defineEntity({
  name: 'ContentItem',
  tableName: 'content_item',
  filters: siteFilter(),
  properties: {
    ...siteRow,
    externalId: p.text(),
    /** Slug of the content type; kept if the type is deleted. */
    type: p.text(),
    contentTypeId: p.uuid().nullable(),
    title: p.text(),
    /** The title for searching and sorting: case and accents folded. */
    titleFolded: p.text(),
    content: p.text().nullable(),
    excerpt: p.text().nullable(),
    slug: p.text(),
    url: p.text().nullable(),
    language: p.text(),
    /** The item that this is a translation of; items with the same one are translations of each other. */
    translationOf: p.uuid().nullable(),
    categories: p.array().$type<string[]>(),
    tags: p.array().$type<string[]>(),
    status: p.text().$type<ContentStatus>(),
    accessLevel: p.text().$type<AccessLevel>(),
    requiredSubscriptions: p.array().$type<string[]>(),
    author: p.text().nullable(),
    featuredImage: p.text().nullable(),
    customFields: p.json().$type<JsonObject>(),
    metadata: p.json().$type<JsonObject>().nullable(),
    videoMetadata: p.json().$type<VideoMetadata>().nullable(),
    documentMetadata: p.json().$type<DocumentMetadata>().nullable(),
    courseMetadata: p.json().$type<CourseMetadata>().nullable(),
    aiIndexed: p.boolean(),
    collectionId: p.uuid().nullable(),
    sortOrder: p.integer(),
    publishedAt: p.datetime().nullable(),
    /** The actor whose request wrote the item, as `Viewer.actor` has it; null: the service, or unknown. */
    writtenBy: p.text().nullable(),
    /** The actor whose request created the item, as in `writtenBy`; null: unknown. */
    createdBy: p.text().nullable(),
    updatedAt,
    revision,
  },
});

export type ContentItemEntityRow = InferEntity<typeof ContentItemEntity>;

/** The values of an item where neither its writer nor its type says anything. */
export const CONTENT_DEFAULTS: Defaults<
  Omit<
    Pick<ContentItemEntityRow, keyof UpdateContentInput>,
    'externalId' | 'title' | 'slug' | 'accessLevel' | 'customFields'
  >
> = {
  language: 'en',
  categories: [],
  tags: [],
  requiredSubscriptions: [],
  status: 'draft',
  aiIndexed: true,
  sortOrder: 0,
};
