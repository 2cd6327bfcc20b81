import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { ProviderEmbedding } from './ai-sdk.ts';

const schema = z.record(z.string(), z.number().int().positive());

/** How many numbers the vectors of a model had at an earlier start. */
export async function keptDimensions(dataDir: string, model: ProviderEmbedding): Promise<number | undefined> {
  return (await readKept(dataDir))[nameOf(model)];
}

export async function keepDimensions(dataDir: string, model: ProviderEmbedding, dimensions: number): Promise<void> {
  const kept = { ...(await readKept(dataDir)), [nameOf(model)]: dimensions };
  await mkdir(dataDir, { recursive: true });
  await writeFile(fileIn(dataDir), `${JSON.stringify(kept, null, 2)}\n`);
}

async function readKept(dataDir: string): Promise<Record<string, number>> {
  try {
    return schema.parse(JSON.parse(await readFile(fileIn(dataDir), 'utf8')));
  } catch {
    return {};
  }
}

function fileIn(dataDir: string): string {
  return join(dataDir, 'embedding-dimensions.json');
}

function nameOf({ provider, baseUrl = '', model }: ProviderEmbedding): string {
  return `${provider} ${baseUrl} ${model}`;
}
