import { copyFileSync, existsSync, mkdtempSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
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

/** Text recognition takes its data from one folder, while each language comes as a package of its own. */
export function openLanguages(names: readonly string[]): OcrLanguages {
  const paths = names.map(dataPath);
  const [only] = paths;
  if (paths.length === 1 && only !== undefined) return { names, folder: dirname(only) };
  const folder = mkdtempSync(join(tmpdir(), 'ocr-languages-'));
  for (const path of paths) copyFileSync(path, join(folder, basename(path)));
  return { names, folder };
}

function dataPath(name: string): string {
  const home = dirname(createRequire(import.meta.url).resolve(`@tesseract.js-data/${name}/package.json`));
  return join(home, '4.0.0_best_int', `${name}.traineddata.gz`);
}
