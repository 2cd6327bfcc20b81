import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { ProviderEmbedding } from './ai-sdk.ts';

const schema = z.record(z.string(), z.number().int().positive());

/** How many numbers the vectors of a model had at an earlier start, or else have as measured, which is kept. */
export async function cachedDimensions(
  dataDir: string,
  { provider, baseUrl = '', model }: ProviderEmbedding,
  measure: () => Promise<number>,
): Promise<number> {
  const file = join(dataDir, 'embedding-dimensions.json');
  const name = `${provider} ${baseUrl} ${model}`;
  const cache = await readCache(file);
  const cachedValue = cache[name];
  if (cachedValue !== undefined) return cachedValue;
  const dimensions = await measure();
  await mkdir(dataDir, { recursive: true });
  await writeFile(file, `${JSON.stringify({ ...cache, [name]: dimensions }, null, 2)}\n`);
  return dimensions;
}

async function readCache(file: string): Promise<Record<string, number>> {
  try {
    return schema.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch {
    return {};
  }
}
