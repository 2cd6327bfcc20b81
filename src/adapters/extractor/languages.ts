import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** The file with what text recognition knows of a language, such as `eng`: each comes as a package of its own. Throws where it is not installed. */
export function dataPath(language: string): string {
  const home = dirname(createRequire(import.meta.url).resolve(`@tesseract.js-data/${language}/package.json`));
  return join(home, '4.0.0_best_int', `${language}.traineddata.gz`);
}

/** The languages of the list whose data is not installed. */
export function missingLanguages(languages: readonly string[]): string[] {
  return languages.filter((language) => {
    try {
      return !existsSync(dataPath(language));
    } catch {
      return true;
    }
  });
}
