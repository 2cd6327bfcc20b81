/** Builds the dashboard to dist/dashboard, unless it is what was built last, and compresses what browsers load. */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const OUT = join(ROOT, 'dist/dashboard');
const STAMP = join(OUT, '.stamp');
const COMPRESSED = /\.(js|css|svg)$/;

const stamp = inputs();
if (!existsSync(STAMP) || readFileSync(STAMP, 'utf8') !== stamp) {
  const { build } = await import('vite');
  await build({ configFile: join(ROOT, 'dashboard/vite.config.ts'), logLevel: 'warn' });
  await compress(join(OUT, 'assets'));
  // Last, so that a build that was interrupted is made again.
  writeFileSync(STAMP, stamp);
}

/** A hash of all that the result depends on. */
function inputs(): string {
  const hash = createHash('sha256');
  const folder = join(ROOT, 'dashboard');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8', withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.parentPath.includes('.generated'))
    .map((entry) => join(entry.parentPath, entry.name));
  for (const file of [...files.toSorted(), join(ROOT, 'package-lock.json'), fileURLToPath(import.meta.url)]) {
    hash
      .update(`${file.slice(ROOT.length)}\0`)
      .update(readFileSync(file))
      .update('\0');
  }
  return hash.digest('hex');
}

async function compress(folder: string): Promise<void> {
  const names = (await readdir(folder)).filter((name) => COMPRESSED.test(name));
  await Promise.all(names.map((name) => compressFile(join(folder, name))));
}

async function compressFile(path: string): Promise<void> {
  const bytes = await readFile(path);
  const params = { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
  const [brotli, gzipped] = await Promise.all([
    promisify(brotliCompress)(bytes, { params }),
    promisify(gzip)(bytes, { level: 9 }),
  ]);
  await Promise.all([writeFile(`${path}.br`, brotli), writeFile(`${path}.gz`, gzipped)]);
}
