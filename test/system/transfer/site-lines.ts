import { readFile } from 'node:fs/promises';
import type { SiteLine } from '../../../src/cli/transfer/lines.ts';

export async function linesOf(file: string): Promise<SiteLine[]> {
  const text = await readFile(file, 'utf8');
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as SiteLine);
}

/** As another site has them: with the URLs, keys and ids of its own files. */
export function withFilesOf(copy: readonly SiteLine[], lines: readonly SiteLine[]): SiteLine[] {
  const files = (all: readonly SiteLine[]) => all.flatMap((line) => (line.kind === 'asset' ? line : []));
  const own = new Map(files(copy).map((file) => [file.fileName, file]));
  let text = JSON.stringify(lines);
  for (const { url, key, id, fileName } of files(lines)) {
    const file = own.get(fileName);
    text = text.replaceAll(url, file?.url ?? '').replaceAll(key, file?.key ?? '');
    text = text.replaceAll(id ?? '', file?.id ?? '');
  }
  return JSON.parse(text) as SiteLine[];
}
