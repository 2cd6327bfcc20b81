import { type InferEntity, defineEntity, p } from '@mikro-orm/core';
import { siteFilter, siteRow, updatedAt } from '../../database/site-entity.ts';
import type { SourceKind } from '../../ports/vector-index.ts';
import type { AccessLevel } from '../access/access-level.ts';

export const KnowledgeDocumentEntity = defineEntity({
  name: 'KnowledgeDocument',
  tableName: 'knowledge_document',
  filters: siteFilter(),
  properties: {
    ...siteRow,
    title: p.text(),
    content: p.text(),
    contentType: p.text(),
    metadata: p.json().$type<Record<string, unknown>>(),
    tags: p.array().$type<string[]>(),
    accessLevel: p.text().$type<AccessLevel>(),
    requiredSubscriptions: p.array().$type<string[]>(),
    updatedAt,
  },
});

export const SOURCE_STATUSES = ['queued', 'processing', 'completed', 'failed'] as const;
export type SourceStatus = (typeof SOURCE_STATUSES)[number];

/**
 * One thing in the knowledge base, whatever its kind; its id is that of the document, content item, file or video.
 * `revision` counts the writes it has had, `generation` is the revision whose chunks are searched now (none before the first).
 */
export const KnowledgeSourceEntity = defineEntity({
  name: 'KnowledgeSource',
  tableName: 'knowledge_source',
  filters: siteFilter(),
  properties: {
    ...siteRow,
    kind: p.text().$type<SourceKind>(),
    title: p.text(),
    fileName: p.text(),
    contentType: p.text(),
    accessLevel: p.text().$type<AccessLevel>(),
    requiredSubscriptions: p.array().$type<string[]>(),
    status: p.text().$type<SourceStatus>(),
    error: p.json().$type<{ code: string; message: string }>().nullable(),
    chunks: p.integer(),
    revision: p.integer(),
    generation: p.integer().nullable(),
    /** The access level that the searched text was written under: until a wider one is indexed, both have to be open. */
    textAccessLevel: p.text().$type<AccessLevel>().nullable(),
    textRequiredSubscriptions: p.array().$type<string[]>().nullable(),
    processedAt: p.datetime().nullable(),
  },
});

export type KnowledgeDocumentRow = InferEntity<typeof KnowledgeDocumentEntity>;
