import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join, resolve, sep } from 'node:path';
import { Readable } from 'node:stream';
import { type RequestHeaders, type SiteApi, repeated } from './api.ts';
import type { Journal } from './journal.ts';
import { LineError, type LineOf } from './lines.ts';

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
  folderId: string | null;
  once: RequestHeaders;
}

/** Uploads a file by a grant, which a resumed import gets again, so that it is uploaded once. */
export async function importFile(line: LineOf<'asset'>, options: FileImport) {
  const { api, journal, files, folderId, once } = options;
  if (journal.urls.has(line.url)) return;
  if (line.accessLevel !== undefined) {
    throw new LineError(
      `The file has the access level ${line.accessLevel} without a folder of that level, so it would be less restricted: move it into one, and export again`,
    );
  }
  const { fileName: filename, contentType } = line;
  const request = { filename, contentType, ...(folderId === null ? {} : { folderId }) };
  const grant = await api.data<Grant>('POST', '/assets/upload', request, once);
  const uploaded = await repeated(async () => put(grant, contentType, await contentOf(line, files)));
  if (!uploaded.ok && !(await isLive(api, grant.key))) {
    throw new Error(`${filename}: ${uploaded.status} ${await uploaded.text()}`);
  }
  await describeFile(line, grant.key, options);
  await journal.record({ file: [line.url, grant.cdnUrl] });
}

/** Before the file counts as uploaded, so that a resumed import does it again. */
async function describeFile(line: LineOf<'asset'>, key: string, { api, journal }: FileImport): Promise<void> {
  const { id: former, alt = null, caption = null, focalPoint = null } = line;
  // Files of former exports have neither.
  if (former === undefined) return;
  const change = 'mutation ($id: ID!, $input: UpdateAssetInput!) { updateAsset(id: $id, input: $input) { id } }';
  const input = { alt, caption, ...(focalPoint ? { focalPoint } : {}) };
  const { updateAsset } = await api.graphql<{ updateAsset: { id: string } }>(change, { id: key, input });
  await journal.record({ id: [former, updateAsset.id] });
}

interface Content {
  bytes: number | null;
  stream: Readable;
}

async function contentOf({ key, url }: LineOf<'asset'>, files: string | undefined): Promise<Content> {
  if (files !== undefined) {
    const path = resolve(files, key);
    // The key comes from the file that is imported.
    if (!path.startsWith(resolve(files) + sep)) throw new Error(`${join(files, key)} is outside of ${files}`);
    return { bytes: (await stat(path)).size, stream: createReadStream(path) };
  }
  const response = await fetch(url);
  if (!response.ok || !response.body) throw new Error(`${url}: ${response.status}`);
  const length = response.headers.get('content-length');
  return { bytes: length === null ? null : Number(length), stream: Readable.fromWeb(response.body) };
}

function put({ uploadUrl, headers }: Grant, contentType: string, { bytes, stream }: Content): Promise<Response> {
  const all = new Headers(headers);
  all.set('content-type', contentType);
  if (bytes !== null) all.set('content-length', String(bytes));
  return fetch(uploadUrl, { method: 'PUT', headers: all, body: Readable.toWeb(stream), duplex: 'half' });
}

function isLive(api: SiteApi, key: string): Promise<boolean> {
  type Found = { asset: { status: string } | null };
  return api.graphql<Found>('query ($id: ID!) { asset(id: $id) { status } }', { id: key }).then(
    ({ asset }) => asset?.status === 'live',
    // A restricted file that is there cannot be read by a key alone.
    (error: Error) => /authentication required|membership required/.test(error.message),
  );
}
