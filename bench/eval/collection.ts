import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { documentation } from './documentation.ts';

const schema = z.object({
  documents: z.array(z.object({ id: z.string(), title: z.string(), text: z.string() })).min(1),
  queries: z.array(z.object({ text: z.string(), relevant: z.record(z.string(), z.number()) })).min(1),
});

/** A test collection: texts, questions, and per question the grades of the texts that answer it (1 and up: relevant). */
export type Collection = z.infer<typeof schema>;
export type JudgedQuery = Collection['queries'][number];

/** The collection in a file, or `documentation`. */
export async function openCollection(name: string): Promise<Collection> {
  return name === 'documentation' ? documentation() : readCollection(name);
}

/** Texts that say nothing are left out, as a knowledge document needs a text. */
async function readCollection(file: string): Promise<Collection> {
  const { success, data, error } = schema.safeParse(JSON.parse(await readFile(file, 'utf8')));
  if (!success)
    throw new Error(`${file} is not a test collection: ${error.issues[0]?.path.join('.')} ${error.issues[0]?.message}`);
  const { documents, queries } = data;
  return { documents: documents.filter(({ text }) => text.trim() !== ''), queries };
}
