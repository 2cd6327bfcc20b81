import { mkdtemp, readdir, rm, stat, truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { missingLanguages, openLanguages } from '../../../../src/adapters/extractor/languages.ts';
import { ProcessExtractor } from '../../../../src/adapters/extractor/process-extractor.ts';
import { germanSample } from '../../../support/document-samples.ts';
import { measure } from './measure.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lectern-ocr-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test('a German scan is read with its umlauts, where German is among the languages', async () => {
  const sample = germanSample();
  const extractor = new ProcessExtractor({ languages: ['eng', 'deu'], folder });
  const read = await extractor.extract(once(sample.bytes), { format: 'pdf', owner: 'site' });
  await extractor.close();
  if ('failure' in read) throw new Error(read.failure.message);
  expect(read.ocrPages).toBe(1);
  const { recall } = measure(sample, read);
  process.stdout.write(`German scan: ${(recall * 100).toFixed(1)} % of the words\n`);
  expect(recall).toBeGreaterThanOrEqual(0.95);
  expect(JSON.stringify(read)).toMatch(/Übermäßiges Geräusch.*Türen schließen/);
});

test('the data of several languages is put together once, and again where it is not whole', async () => {
  openLanguages(['eng', 'deu'], folder);
  expect((await readdir(folder)).toSorted()).toEqual(['deu.traineddata.gz', 'eng.traineddata.gz']);
  await truncate(join(folder, 'deu.traineddata.gz'), 100);
  openLanguages(['eng', 'deu'], folder);
  const { size } = await stat(join(folder, 'deu.traineddata.gz'));
  expect(size).toBeGreaterThan(1_000_000);
});

test('a language that is not installed is named', () => {
  expect(missingLanguages(['eng', 'deu', 'tlh', '../eng'])).toEqual(['tlh', '../eng']);
});

async function* once(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}
