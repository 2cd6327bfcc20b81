import { tmpdir } from 'node:os';
import { afterAll, describe, expect, test } from 'vitest';
import { ProcessExtractor } from '../../../../src/adapters/extractor/process-extractor.ts';
import { samples } from '../../../support/document-samples.ts';
import { type Measured, measure } from './measure.ts';

/** `DOCUMENTS=all` reads all scans and shows the table; without, one scan has to do. */
const ALL = process.env['DOCUMENTS'] === 'all';
const extractor = new ProcessExtractor({ languages: ['eng'], folder: tmpdir() });
const measured: Measured[] = [];

afterAll(async () => {
  await extractor.close();
  if (ALL) process.stdout.write(table(measured));
});

describe('the text of every document is read whole and in order', () => {
  const all = samples();
  const chosen = ALL ? all : all.filter(({ scanned, name }) => !scanned || name.startsWith('ferry'));

  test('the collection has all formats', () => {
    expect(all.length).toBeGreaterThanOrEqual(40);
    expect(new Set(all.map(({ format }) => format)).size).toBe(6);
  });

  test.each(chosen)('$name', async (sample) => {
    const read = await extractor.extract(pieces(sample.bytes), { format: sample.format, owner: 'site' });
    if ('failure' in read) throw new Error(read.failure.message);
    const result = measure(sample, read);
    measured.push(result);
    expect(result).toMatchObject({ headings: 1, pages: 1, unwanted: [] });
    // Where cells stand no further apart than words, nothing tells them apart.
    expect(result.rows).toBeGreaterThanOrEqual(sample.name.includes('.columns.') ? 0.75 : 1);
    expect(result.recall).toBeGreaterThanOrEqual(sample.scanned ? 0.95 : 0.995);
    expect(read.ocrPages).toBe(sample.scanned ? 1 : 0);
  });
});

async function* pieces(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += 10_000) yield bytes.subarray(at, at + 10_000);
}

function table(rows: readonly Measured[]): string {
  const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;
  const lines = rows.map(
    ({ name, recall, headings, rows, pages }) =>
      `| ${name} | ${[recall, headings, rows, pages].map(percent).join(' | ')} |`,
  );
  return ['', '| file | words | headings | table rows | pages |', '|---|---|---|---|---|', ...lines, ''].join('\n');
}
