import { copyFileSync, existsSync, mkdirSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';

/** Languages for OCR. */
export interface OcrLanguages {
  /** Language codes of the OCR engine, such as `eng`. */
  names: readonly string[];
  /** Folder with the data of all languages. */
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
 * The OCR engine reads its data from one folder, but each language is a package of its own. For several languages their
 * data is copied into `folder`, where it stays for the next start.
 */
export function openLanguages(names: readonly string[], folder: string): OcrLanguages {
  const paths = names.map(dataPath);
  const [only] = paths;
  if (paths.length === 1 && only !== undefined) return { names, folder: dirname(only) };
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  for (const path of paths) replaceCopy(path, join(folder, basename(path)));
  return { names, folder };
}

/** Replaces a copy that is not complete; a complete one may be in use. */
function replaceCopy(from: string, to: string): void {
  if (statSync(to, { throwIfNoEntry: false })?.size !== statSync(from).size) copyFileSync(from, to);
}

function dataPath(name: string): string {
  const home = dirname(createRequire(import.meta.url).resolve(`@tesseract.js-data/${name}/package.json`));
  return join(home, '4.0.0_best_int', `${name}.traineddata.gz`);
}
