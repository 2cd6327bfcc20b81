import type { Viewer } from '../../access/viewer.ts';
import { type AssetRow, liveAssetById, liveAssetByKey } from '../asset/asset.rows.ts';
import type { AssetService } from '../asset/asset.service.ts';

/** Signs the URLs of files. */
export type FileUrls = Pick<AssetService, 'fileUrl' | 'keyInUrl'>;

/** Reads the files that the viewer can read, by id, as JSON, with one statement. */
export async function readExpandedFiles(
  viewer: Viewer,
  ids: readonly string[],
  urls: FileUrls,
): Promise<Map<string, string>> {
  const distinct = [...new Set(ids)];
  if (distinct.length === 0) return new Map();
  const files = new Map<string, string>();
  for (const row of await viewer.loader(liveAssetById).loadMany(distinct)) {
    if (row instanceof Error) throw row;
    if (row) files.set(row.id, JSON.stringify(toExpandedFile(viewer, row, urls)));
  }
  return files;
}

/** Finds a file by its id; null if the viewer cannot read it. Files that are read in one turn share a statement. */
export async function findUploadedFile(viewer: Viewer, id: string, urls: FileUrls) {
  const row = await viewer.loader(liveAssetById).load(id.toLowerCase());
  return row && toExpandedFile(viewer, row, urls);
}

/** Finds a file by its URL, whatever its query; null for any other text, and if the viewer cannot read it. */
export async function findUploadedFileByUrl(viewer: Viewer, url: string, urls: FileUrls) {
  const key = URL.canParse(url) ? urls.keyInUrl(viewer, new URL(url)) : null;
  if (key === null) return null;
  const row = await viewer.loader(liveAssetByKey).load(key);
  return row && toExpandedFile(viewer, row, urls);
}

/** Converts a row to the format of the REST interface. */
function toExpandedFile(viewer: Viewer, row: AssetRow, urls: FileUrls) {
  // A signed URL expires.
  if (row.accessLevel !== 'public') viewer.traits.isExpiring = true;
  const url = urls.fileUrl(viewer, row);
  const { id, fileName, contentType, size, width, height, alt, caption, focalPoint, blurhash } = row;
  return { _id: id, url, fileName, mimeType: contentType, size, width, height, alt, caption, focalPoint, blurhash };
}
