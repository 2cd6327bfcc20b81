import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** The folder of `package.json`: two above this file in `src` and `dist`, and two above `dist/bundle/…`, which contains it. */
export const ROOT = join(import.meta.dirname, '../..');

const IS_SOURCE = import.meta.filename.endsWith('.ts');

/**
 * A module that runs as a thread or a process of its own, so that nothing imports it.
 * See decision 87.
 * @param path below `src` or `dist`, without its extension
 */
export function entryFile(path: string): URL {
  return pathToFileURL(join(ROOT, IS_SOURCE ? `src/${path}.ts` : `dist/${path}.js`));
}
