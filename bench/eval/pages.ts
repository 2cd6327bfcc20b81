import { glob, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Question } from './answers.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const FOLDERS = ['docs/*.md', 'node_modules/fastify/docs/*/*.md'];

export interface Page {
  /** Its path. */
  title: string;
  content: string;
}

/** The pages of documentation that are asked about; each that a question expects must be there. */
export async function pagesOf(questions: readonly Question[]): Promise<Page[]> {
  const paths = await Array.fromAsync(glob(FOLDERS, { cwd: ROOT }));
  const missing = questions.flatMap(({ page }) => (page === null || paths.includes(page) ? [] : [page]));
  if (missing.length > 0) throw new Error(`There is no page ${missing.join(', ')}`);
  return Promise.all(
    paths.toSorted().map(async (path) => ({ title: path, content: await readFile(`${ROOT}/${path}`, 'utf8') })),
  );
}
