import type { Rows, ScopeTransaction } from '../../database/database.ts';
import { type RowOf, table } from '../../database/table.ts';
import { newId } from '../../shared/ids.ts';
import type { Extraction } from '../../ports/extractor.ts';
import { type FrontMatter, titleIn } from '../../text/chunking/front-matter.ts';
import type { AccessLevel } from '../access/access-level.ts';
import type { SourceFacts } from '../knowledge/source.service.ts';
import { FileEntity } from './file.entity.ts';

const files = table(FileEntity, 'f', { omit: ['siteId', 'createdAt', 'updatedAt'] });
const { c } = files;
const LOCKED_BY_ID = files.select(`where ${c.id} = $1 for update`);
const LOCKED_BY_KEY = files.select(`where ${c.siteId} = $1 and ${c.key} = $2 for update`);
const SAVE = files.statement(
  (columns) => `with saved as (insert into file as f (id, site_id, key, name, format, content_type, metadata,
      access_level, required_subscriptions, follows_folder, created_at, updated_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, now(), now())
    on conflict (site_id, key) do update set name = excluded.name, format = excluded.format,
      content_type = excluded.content_type, metadata = excluded.metadata, access_level = excluded.access_level,
      required_subscriptions = excluded.required_subscriptions, follows_folder = excluded.follows_folder,
      updated_at = now()
    returning *),
    jobs as (update file_job j set access_level = saved.access_level,
      required_subscriptions = saved.required_subscriptions from saved where j.file_id = saved.id)
    select ${columns} from saved f`,
);

const ids = table(FileEntity, 'f', { only: ['id'] });
const DELETE = ids.statement(
  (columns) => `delete from file f where ${c.siteId} = $1 and ${c.key} = $2 returning ${columns}`,
);
const CHANGE_LEVEL = ids.statement(
  (columns) => `with changed as (update file set access_level = $3, required_subscriptions = '{}', updated_at = now()
      where site_id = $1 and key = any($2) and follows_folder and access_level <> $3 returning id),
    jobs as (update file_job j set access_level = $3, required_subscriptions = '{}'
      from changed where j.file_id = changed.id)
    select ${columns} from changed f`,
);

export type FileRow = RowOf<typeof files>;

/** Locked against other writes until the transaction ends. */
export async function lockFile(tx: ScopeTransaction, id: string): Promise<FileRow | null> {
  return tx.row(LOCKED_BY_ID, [id]);
}

export async function lockFileByKey(tx: ScopeTransaction, key: string): Promise<FileRow | null> {
  return tx.row(LOCKED_BY_KEY, [tx.siteId, key]);
}

/** Writes the file under its key, whose id stays what it was. Locked against other writes from here on. */
export async function saveFile(tx: ScopeTransaction, file: Omit<FileRow, 'id'>): Promise<FileRow> {
  const row = await tx.row(SAVE, [
    newId(),
    tx.siteId,
    file.key,
    file.name,
    file.format,
    file.contentType,
    JSON.stringify(file.metadata),
    file.accessLevel,
    file.requiredSubscriptions,
    file.followsFolder,
  ]);
  if (!row) throw new Error('A file that was written is not there');
  return row;
}

/** Sets the level of the files that follow their folder and have another level. Returns their ids. */
export async function changeLevel(
  tx: ScopeTransaction,
  keys: readonly string[],
  accessLevel: AccessLevel,
): Promise<string[]> {
  const changed = await tx.rows(CHANGE_LEVEL, [tx.siteId, keys, accessLevel]);
  return changed.map(({ id }) => id);
}

/** Returns its id; null if the file does not exist. */
export async function deleteFile(tx: ScopeTransaction, key: string): Promise<string | null> {
  const deleted = await tx.row(DELETE, [tx.siteId, key]);
  return deleted?.id ?? null;
}

/** The properties of the knowledge source. */
export function sourceOf(file: FileRow, frontMatter: FrontMatter | null = null): SourceFacts {
  const { id, name, contentType, accessLevel, requiredSubscriptions } = file;
  return {
    id,
    kind: 'file',
    title: titleOf(file, frontMatter),
    fileName: name,
    contentType,
    accessLevel,
    requiredSubscriptions,
  };
}

/** The front matter of its text; null if it has none or has not been extracted. */
export async function frontMatterOfFile(rows: Rows, { id, format }: FileRow): Promise<FrontMatter | null> {
  if (format !== 'md') return null;
  const [row] = await rows.rows<{ frontMatter: FrontMatter | null }>(
    `select blocks -> 0 -> 'frontMatter' as "frontMatter" from file_text where file_id = $1`,
    [id],
  );
  return row?.frontMatter ?? null;
}

/** The title given by the caller, otherwise that of its front matter, otherwise its name without the extension. */
export function titleOf(
  { name, metadata }: Pick<FileRow, 'name' | 'metadata'>,
  frontMatter: FrontMatter | null | undefined,
): string {
  const { title } = metadata;
  if (typeof title === 'string' && title.trim() !== '') return title.slice(0, 300);
  return titleIn(frontMatter) ?? (name.replace(/\.[^.]+$/, '') || name);
}

/** Whether its text has been extracted by this version. */
export async function hasText(rows: Rows, file: FileRow, version: string): Promise<boolean> {
  const found = await rows.rows('select file_id from file_text where file_id = $1 and version = $2', [
    file.id,
    versionOf(file, version),
  ]);
  return found.length > 0;
}

/** Stores the extracted text, so that reindexing does not extract it again. */
export async function keepText(tx: ScopeTransaction, file: FileRow, version: string, text: Extraction): Promise<void> {
  await tx.rows(
    `insert into file_text (file_id, site_id, version, blocks, pages, ocr_pages, notes)
     values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (file_id) do update set version = excluded.version, blocks = excluded.blocks, pages = excluded.pages,
       ocr_pages = excluded.ocr_pages, notes = excluded.notes`,
    [file.id, tx.siteId, versionOf(file, version), JSON.stringify(text.blocks), text.pages, text.ocrPages, text.notes],
  );
}

/** The same bytes with another extension are extracted differently. */
function versionOf(file: FileRow, version: string): string {
  return `${version} ${file.format}`;
}
