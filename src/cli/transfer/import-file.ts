import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { Egress } from '../../ports/egress.ts';
import type { RequestHeaders, SiteApi } from './api.ts';
import { withSource } from './file-source.ts';
import type { Journal } from './journal.ts';
import { LineError, type LineVariant } from './lines.ts';

interface Grant {
  uploadUrl: string;
  cdnUrl: string;
  key: string;
  headers: Record<string, string>;
}

interface FileImport {
  api: SiteApi;
  journal: Journal;
  /** The folder with the files; undefined: they are read from their URLs. */
  files: string | undefined;
  egress: Egress;
  folderId: string | null;
  once: RequestHeaders;
}

/** Uploads a file by a grant, which a resumed import gets again, so that it is uploaded once. */
export async function importFile(line: LineVariant<'asset'>, options: FileImport) {
  const { journal } = options;
  if (journal.urls.has(line.url)) return;
  if (line.accessLevel !== undefined) {
    throw new LineError(
      `The file has the access level ${line.accessLevel} without a folder of that level, so it would be less restricted: move it into one, and export again`,
    );
  }
  const grant = await withSource(line, options, (path) => uploadFile(line, path, options));
  await describeFile(line, grant.key, options);
  await journal.record({ file: [line.url, grant.cdnUrl] });
}

async function uploadFile(
  { fileName: filename, contentType }: LineVariant<'asset'>,
  path: string,
  { api, folderId, once }: FileImport,
): Promise<Grant> {
  const request = { filename, contentType, ...(folderId === null ? {} : { folderId }) };
  const grant = await api.data<Grant>('POST', '/assets/upload', request, once);
  const uploaded = await put(api, grant, contentType, path);
  if (!uploaded.ok && !(await isLive(api, grant.key))) {
    throw new Error(`${filename}: ${uploaded.status} ${await uploaded.text()}`);
  }
  return grant;
}

/** Writes the properties of a file before it counts as uploaded, so that a resumed import does it again. */
async function describeFile(line: LineVariant<'asset'>, key: string, { api, journal }: FileImport): Promise<void> {
  const { id: former, alt = null, caption = null, focalPoint = null } = line;
  // Files of former exports have neither.
  if (former === undefined) return;
  const change = 'mutation ($id: ID!, $input: UpdateAssetInput!) { updateAsset(id: $id, input: $input) { id } }';
  const input = { alt, caption, ...(focalPoint ? { focalPoint } : {}) };
  const { updateAsset } = await api.graphql<{ updateAsset: { id: string } }>(change, { id: key, input });
  await journal.record({ id: [former, updateAsset.id] });
}

async function put(api: SiteApi, { uploadUrl, headers }: Grant, contentType: string, path: string): Promise<Response> {
  const all = new Headers(headers);
  all.set('content-type', contentType);
  all.set('content-length', String((await stat(path)).size));
  return api.upload(uploadUrl, all, () => createReadStream(path));
}

function isLive(api: SiteApi, key: string): Promise<boolean> {
  type AssetAnswer = { asset: { status: string } | null };
  return api.graphql<AssetAnswer>('query ($id: ID!) { asset(id: $id) { status } }', { id: key }).then(
    ({ asset }) => asset?.status === 'live',
    // A restricted file that is there cannot be read by a key alone.
    (error: Error) => /authentication required|membership required/.test(error.message),
  );
}
