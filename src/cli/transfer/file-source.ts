import { mkdtemp, open, realpath, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve, sep } from 'node:path';
import { MAX_BYTES } from '../../features/asset/file-types.ts';
import type { Egress } from '../../ports/egress.ts';
import { fetchWithRetry } from './api.ts';
import { LineError, type LineVariant } from './lines.ts';

interface FileSources {
  /** The folder with the files; undefined: they are read from their URLs. */
  files: string | undefined;
  egress: Egress;
}

const LIMITS = { deadlineMs: 10_000, stallMs: 20_000, minBytesPerSecond: 10_000, maxBytes: MAX_BYTES.media };
/** How long another server than the service may be unavailable before the line fails. */
const MAX_OUTAGE_MS = 5_000;

/**
 * Calls `work` with the path of a file of the site that is imported. Where it comes from is untrusted: it is read from below
 * the folder alone, or by the rules for outbound calls.
 * @throws LineError if there is no such file, or it must not be read
 */
export async function withSource<T>(
  { key, url }: LineVariant<'asset'>,
  { files, egress }: FileSources,
  work: (path: string) => Promise<T>,
): Promise<T> {
  if (files !== undefined) return work(await resolvePath(files, key));
  const folder = await mkdtemp(join(tmpdir(), 'lectern-import-'));
  try {
    const path = join(folder, 'file');
    await download(url, path, egress);
    return await work(path);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The folder may have links to elsewhere. */
async function resolvePath(folder: string, key: string): Promise<string> {
  const root = await realpath(folder);
  const path = resolve(root, key);
  const outside = new LineError(`${key} is outside of ${folder}`);
  if (!path.startsWith(root + sep)) throw outside;
  const actual = await realpath(path);
  if (!actual.startsWith(root + sep)) throw outside;
  if (!(await stat(actual)).isFile()) throw new LineError(`${key} is not a file`);
  return actual;
}

async function download(url: string, path: string, egress: Egress): Promise<void> {
  const violation = egress.validateUrl(url);
  if (violation !== undefined) throw new LineError(`url ${violation}`);
  const answer = await fetchWithRetry(
    () =>
      egress.download({ url, ...LIMITS }, async ({ status, headers, body }) => {
        if (status === 200) await save(body, path);
        return new Response(null, { status: Math.max(status, 200), headers });
      }),
    MAX_OUTAGE_MS,
  );
  if (answer.status !== 200) throw new LineError(`${url}: ${answer.status}`);
}

async function save(body: AsyncIterable<Buffer>, path: string): Promise<void> {
  const file = await open(path, 'w');
  try {
    for await (const bytes of body) await file.writeFile(bytes);
  } finally {
    await file.close();
  }
}
