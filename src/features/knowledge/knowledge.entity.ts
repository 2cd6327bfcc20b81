import { type InferEntity, defineEntity, p } from '@mikro-orm/core';
import { revision, siteFilter, siteRow, updatedAt } from '../../database/site-entity.ts';
import type { Defaults } from '../../shared/patch.ts';
import type { AccessLevel } from '../../access/access-level.ts';

export type SourceKind = 'content' | 'document' | 'file' | 'video' | 'draft';

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
    revision,
  },
});

export type KnowledgeDocumentRow = InferEntity<typeof KnowledgeDocumentEntity>;

/** The default values of a document. */
export const DOCUMENT_DEFAULTS: Defaults<
  Omit<KnowledgeDocumentRow, 'id' | 'siteId' | 'title' | 'content' | 'createdAt' | 'updatedAt' | 'revision'>
> = {
  contentType: 'document',
  metadata: {},
  tags: [],
  accessLevel: 'public',
  requiredSubscriptions: [],
};

export const SOURCE_STATUSES = ['queued', 'processing', 'completed', 'failed'] as const;
export type SourceStatus = (typeof SOURCE_STATUSES)[number];

/**
 * A source in the knowledge base; its id is that of the document, content item, file or video; the draft of an item has one of
 * its own. `revision` counts its writes, `generation` is the revision whose chunks are searched (null before the first).
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
    /** False for an unpublished content item and for a draft: only a search with `preview` finds it. */
    published: p.boolean(),
    /** The item of a draft: its text is searched in the place of that of the item. It ends with the draft. */
    draftOf: p.uuid().nullable(),
    status: p.text().$type<SourceStatus>(),
    error: p.json().$type<{ code: string; message: string }>().nullable(),
    chunks: p.integer(),
    /** The approximate length of the text that is to be indexed; 0 if it is not known. */
    textBytes: p.bigint('number'),
    revision: p.integer(),
    generation: p.integer().nullable(),
    /**
     * The access level at which the indexed text was written: until a less restricted one is indexed, both levels
     * apply.
     */
    textAccessLevel: p.text().$type<AccessLevel>().nullable(),
    textRequiredSubscriptions: p.array().$type<string[]>().nullable(),
    /** Tells whether the source was published when the indexed text was written. Both must be true. */
    textPublished: p.boolean(),
    processedAt: p.datetime().nullable(),
    /** The front matter of the indexed text; null without any. */
    frontMatter: p.json().$type<Record<string, unknown>>().nullable(),
    /** The keywords of the whole indexed text: each of its chunks is found by them. Empty where none are extracted. */
    keywords: p.array().$type<string[]>(),
    /** Share of the chunks that have their vectors, 0 to 1, of the revision that is being indexed. */
    embedded: p.double().$type<number>(),
  },
});

/** A part of the text of a source; those of its present generation are searched. */
export const ChunkEntity = defineEntity({
  name: 'Chunk',
  tableName: 'chunk',
  filters: siteFilter(),
  properties: {
    id: p.uuid().primary(),
    siteId: p.uuid(),
    sourceId: p.uuid(),
    generation: p.integer(),
    position: p.integer(),
    section: p.array().$type<string[]>(),
    text: p.text(),
    page: p.integer().nullable(),
    /** Seconds from the start of a video. */
    startTime: p.double().$type<number>().nullable(),
    endTime: p.double().$type<number>().nullable(),
    /** Model of the vector; `none` where the text is found by its words only. */
    embedder: p.text(),
    /** The digest of the text that was embedded: the same digest means the same vector. */
    digest: p.text(),
    embedding: p.blob().$type<Buffer>(),
  },
});
