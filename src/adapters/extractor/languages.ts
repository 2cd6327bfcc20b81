import { copyFileSync, existsSync, mkdirSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';

/** What scanned pages are read with. */
export interface OcrLanguages {
  /** As text recognition names them, such as `eng`. */
  names: readonly string[];
  /** Holds the data of all of them. */
  folder: string;
}

/** The languages of the list whose data is not installed. */
export function missingLanguages(names: readonly string[]): string[] {
  return names.filter((name) => {
    try {
      return !existsSync(dataPath(name));
    } catch {
      return true;
    }
  });
}

/**
 * Text recognition takes its data from one folder, while each language comes as a package of its own: that of several is put
 * together in `folder`, where it stays for the next start.
 */
export function openLanguages(names: readonly string[], folder: string): OcrLanguages {
  const paths = names.map(dataPath);
  const [only] = paths;
  if (paths.length === 1 && only !== undefined) return { names, folder: dirname(only) };
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  for (const path of paths) copyAnew(path, join(folder, basename(path)));
  return { names, folder };
}

/** Unless it is there, whole; it may be being read. */
function copyAnew(from: string, to: string): void {
  if (statSync(to, { throwIfNoEntry: false })?.size !== statSync(from).size) copyFileSync(from, to);
}

function dataPath(name: string): string {
  const home = dirname(createRequire(import.meta.url).resolve(`@tesseract.js-data/${name}/package.json`));
  return join(home, '4.0.0_best_int', `${name}.traineddata.gz`);
}
