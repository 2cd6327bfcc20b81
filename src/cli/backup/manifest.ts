import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

const FORMAT = 1;

const manifestSchema = z.object({
  format: z.literal(FORMAT),
  /** Version of the service that wrote the backup. */
  version: z.string(),
  createdAt: z.string(),
  /** Migrations that had been applied. A restore first migrates the schema to the same state. */
  migrations: z.array(z.string()),
  /** Number of rows per table. */
  tables: z.record(z.string().regex(/^[a-z_0-9]+$/), z.number().int().min(0)),
  files: z.number().int().min(0),
});

export type Manifest = Omit<z.infer<typeof manifestSchema>, 'format'>;

export async function writeManifest(folder: string, manifest: Manifest): Promise<void> {
  const text = `${JSON.stringify({ format: FORMAT, ...manifest }, null, 2)}\n`;
  await writeFile(join(folder, 'manifest.json'), text, { mode: 0o600 });
}

/** @throws Error if the folder is not a backup that this version can read. */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, 'manifest.json'), 'utf8').catch(() => {
    throw new Error(`${folder} is not a backup: it has no manifest.json`);
  });
  const parsed = manifestSchema.safeParse(JSON.parse(text));
  if (!parsed.success) throw new Error(`${folder} is not a backup that this version can read`);
  return parsed.data;
}
