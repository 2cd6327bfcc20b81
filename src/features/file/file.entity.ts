import { defineEntity, p } from '@mikro-orm/core';
import { siteFilter, siteRow, updatedAt } from '../../database/site-entity.ts';
import type { DocumentFormat, ExtractedBlock } from '../../ports/extractor.ts';
import type { AccessLevel } from '../../access/access-level.ts';
import { processingJob } from '../job/job.entity.ts';

/** The stored phase of a processing job. The end of indexing is not stored here, but with the knowledge source. */
export type FileJobPhase = 'extraction' | 'indexing' | 'failed' | 'cancelled';

/** A file in the knowledge base; its id is that of the knowledge source. */
export const FileEntity = defineEntity({
  name: 'File',
  tableName: 'file',
  filters: siteFilter(),
  properties: {
    ...siteRow,
    key: p.text(),
    name: p.text(),
    format: p.text().$type<DocumentFormat>(),
    contentType: p.text(),
    metadata: p.json().$type<Record<string, unknown>>(),
    accessLevel: p.text().$type<AccessLevel>(),
    requiredSubscriptions: p.array().$type<string[]>(),
    /** Its access level is that of the folder it lies in, because none was given for the file itself. */
    followsFolder: p.boolean(),
    updatedAt,
  },
});

/** The text that was read from a file, with the version of the reader. */
export const FileTextEntity = defineEntity({
  name: 'FileText',
  tableName: 'file_text',
  filters: siteFilter(),
  properties: {
    fileId: p.uuid().primary(),
    siteId: p.uuid(),
    version: p.text(),
    blocks: p.json().$type<ExtractedBlock[]>(),
    pages: p.integer().nullable(),
    ocrPages: p.integer(),
    notes: p.array().$type<string[]>(),
  },
});

/** The way of a file into the knowledge base. */
export const FileJobEntity = defineEntity({
  name: 'FileJob',
  tableName: 'file_job',
  filters: siteFilter(),
  properties: {
    ...processingJob,
    fileId: p.uuid(),
    phase: p.text().$type<FileJobPhase>(),
    /** The progress of the extraction in percent. */
    progress: p.integer(),
  },
});
