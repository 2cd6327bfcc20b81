import type { Viewer } from '../access/viewer.ts';
import { type AssetRow, liveAssetById } from '../asset/asset.rows.ts';
import type { AssetService } from '../asset/asset.service.ts';

/** What signs the URLs of files. */
export type FileUrls = Pick<AssetService, 'urlFor'>;

/** The files that the viewer can read, by id, as JSON. One statement for all. */
export async function expandedFiles(
  viewer: Viewer,
  ids: readonly string[],
  urls: FileUrls,
): Promise<Map<string, string>> {
  const distinct = [...new Set(ids)];
  if (distinct.length === 0) return new Map();
  const files = new Map<string, string>();
  for (const row of await viewer.loader(liveAssetById).loadMany(distinct)) {
    if (row instanceof Error) throw row;
    if (row) files.set(row.id, JSON.stringify(toExpanded(row, urls.urlFor(viewer, row))));
    // A signed URL expires.
    if (row && row.accessLevel !== 'public') viewer.readExpiring = true;
  }
  return files;
}

/** In the format of the REST interface. */
function toExpanded(row: AssetRow, url: string) {
  const { id, fileName, contentType, size, width, height, alt, caption, focalPoint, blurhash } = row;
  return { _id: id, url, fileName, mimeType: contentType, size, width, height, alt, caption, focalPoint, blurhash };
}
