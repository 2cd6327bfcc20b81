import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import type { Collection } from './collection.ts';

const QUESTIONS = new URL('documentation-questions.json', import.meta.url);
const MODULES = fileURLToPath(new URL('../../node_modules', import.meta.url));
/** Their pages are what package-lock.json installs. */
const PACKAGES = ['fastify', 'pino'];

const schema = z.array(z.object({ question: z.string(), page: z.string(), answer: z.string() }));

/** 40 questions about the documentation of two packages, each with the page that answers it and words of the answer. */
export async function documentation(): Promise<Collection> {
  const documents = [];
  for (const name of PACKAGES) {
    const folder = join(MODULES, name, 'docs');
    for (const file of (await readdir(folder, { recursive: true })).toSorted()) {
      if (!file.endsWith('.md')) continue;
      documents.push({ id: `${name}/${file}`, title: '', text: await readFile(join(folder, file), 'utf8') });
    }
  }
  const pages = new Map(documents.map(({ id, text }) => [id, text]));
  const questions = schema.parse(JSON.parse(await readFile(QUESTIONS, 'utf8')));
  const queries = questions.map(({ question, page, answer }) => {
    if (!pages.get(page)?.includes(answer)) throw new Error(`${page} does not answer with "${answer}": ${question}`);
    return { text: question, relevant: { [page]: 1 } };
  });
  return { documents, queries };
}
