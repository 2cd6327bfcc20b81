import type { Rows, ScopeTransaction } from '../../database/database.ts';
import { type TableRow, table } from '../../database/table.ts';
import type { Extraction } from '../../ports/extractor.ts';
import { type FrontMatter, frontMatterTitle } from '../../text/chunking/front-matter.ts';
import { subjectRows } from '../processing-job/subject.rows.ts';
import type { SourceFacts } from '../knowledge/source.service.ts';
import type { SourceReader } from '../knowledge/source-text.ts';
import { FileEntity, FileTextEntity } from './file.entity.ts';

const files = table(FileEntity, 'o', { omit: ['siteId', 'createdAt', 'updatedAt'] });
const LOCKED_BY_KEY = files.select('where o.site_id = $1 and o.key = $2 for update');

export type FileRow = TableRow<typeof files>;

export const fileRows = subjectRows('file', {
  entity: FileEntity,
  rows: files,
  unique: 'site_id, key',
  upload: { column: 'key', valueOf: ({ key }) => key, hasKeys: 'o.key = any($2)' },
});

/** Locks a file against other writes until the transaction ends. */
export async function lockFileByKey(tx: ScopeTransaction, key: string): Promise<FileRow | null> {
  return tx.row(LOCKED_BY_KEY, [tx.siteId, key]);
}

/** Returns the properties of the knowledge source of a file. */
export function toSource(file: FileRow, frontMatter?: FrontMatter | null): SourceFacts {
  const { id, name, contentType, accessLevel, requiredSubscriptions } = file;
  return {
    id,
    kind: 'file',
    title: displayTitle(file, frontMatter),
    fileName: name,
    contentType,
    accessLevel,
    requiredSubscriptions,
  };
}

/** Returns the properties of the knowledge source, with the title of the front matter if the extracted text has one. */
export async function toExtractedSource(rows: Rows, file: FileRow): Promise<SourceFacts> {
  if (file.format !== 'md') return toSource(file);
  const [row] = await rows.rows<{ frontMatter: FrontMatter | null }>(
    `select blocks -> 0 -> 'frontMatter' as "frontMatter" from file_text where file_id = $1`,
    [file.id],
  );
  return toSource(file, row?.frontMatter);
}

/** The title given by the caller, otherwise that of its front matter, otherwise its name without the extension. */
export function displayTitle(
  { name, metadata }: Pick<FileRow, 'name' | 'metadata'>,
  frontMatter: FrontMatter | null | undefined,
): string {
  const { title } = metadata;
  if (typeof title === 'string' && title.trim() !== '') return title.slice(0, 300);
  return frontMatterTitle(frontMatter) ?? (name.replace(/\.[^.]+$/, '') || name);
}

/** Returns whether the text of a file has been extracted by this version. */
export async function hasText(rows: Rows, file: FileRow, version: string): Promise<boolean> {
  const texts = await rows.rows('select file_id from file_text where file_id = $1 and version = $2', [
    file.id,
    extractionVersion(file, version),
  ]);
  return texts.length > 0;
}

/** Stores the extracted text, so that reindexing does not extract it again. */
export async function storeText(tx: ScopeTransaction, file: FileRow, version: string, text: Extraction): Promise<void> {
  await tx.rows(
    `insert into file_text (file_id, site_id, version, blocks, pages, ocr_pages, notes)
     values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (file_id) do update set version = excluded.version, blocks = excluded.blocks, pages = excluded.pages,
       ocr_pages = excluded.ocr_pages, notes = excluded.notes`,
    [
      file.id,
      tx.siteId,
      extractionVersion(file, version),
      JSON.stringify(text.blocks),
      text.pages,
      text.ocrPages,
      text.notes,
    ],
  );
}

/** Returns the version of an extraction, which includes the extension: equal bytes with another extension are extracted differently. */
function extractionVersion(file: FileRow, version: string): string {
  return `${version} ${file.format}`;
}

const TEXT_BY_ID = table(FileEntity, 'f', {
  only: ['name', 'metadata'],
  add: { blocks: table(FileTextEntity, 't').c.blocks },
  join: 'join file_text t on t.file_id = f.id',
}).select('where f.id = $1');

/** The searchable text of a file; null if it was deleted or has not been extracted. */
export const readFileText: SourceReader['read'] = async (scope, id) => {
  const row = await scope.row(TEXT_BY_ID, [id]);
  return row && { title: displayTitle(row, row.blocks[0]?.frontMatter), blocks: row.blocks, embed: true };
};
