import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import mammoth from 'mammoth';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { OEM, PSM, createWorker } from 'tesseract.js';
import WordExtractor from 'word-extractor';
import { openLanguages } from '../src/adapters/extractor/languages.ts';
import { ProcessExtractor } from '../src/adapters/extractor/process-extractor.ts';
import { parseHtml } from '../src/text/chunking/html.ts';
import { parseMarkdown } from '../src/text/chunking/markdown.ts';
import type { DocumentFormat, Extractor } from '../src/ports/extractor.ts';
import { type Row, alternate } from './alternate.ts';

interface Case {
  what: string;
  unit: string;
  format: DocumentFormat;
  file: Buffer;
  /** How many of the unit one file is. */
  amount: number;
  times: number;
  /** Fewer than usual, for what takes seconds. */
  rounds?: number;
  bare: (file: Buffer) => Promise<unknown>;
}

const FIXTURES = fileURLToPath(new URL('../test/fixtures/documents/', import.meta.url));
const TEXT_BYTES = 1_000_000;

/** Documents read in a second: through the service's extraction process, and by the bare library in this one. */
export async function benchExtraction(): Promise<Row[]> {
  const extractor = new ProcessExtractor({ languages: ['eng'], folder: tmpdir() });
  const rows: Row[] = [];
  try {
    for (const one of cases()) {
      const sides = {
        service: () => perSecond(one, () => extract(extractor, one)),
        bare: () => perSecond(one, () => one.bare(one.file)),
      };
      const figures = await alternate(sides, one.rounds);
      rows.push({ what: one.what, unit: one.unit, ...figures });
    }
  } finally {
    await extractor.close();
  }
  return rows;
}

function cases(): Case[] {
  const html = Buffer.from(
    '<h2>Ferry</h2><p>The ferry leaves the harbour at <b>six</b> in the morning.</p>'.repeat(TEXT_BYTES / 80),
  );
  const markdown = Buffer.from(
    '## Ferry\n\nThe ferry leaves the harbour at *six* in the morning.\n\n'.repeat(TEXT_BYTES / 64),
  );
  return [
    {
      what: 'PDF, 2 pages',
      unit: 'pages/s',
      format: 'pdf',
      file: fixture('ferry.outlined.pdf'),
      amount: 2,
      times: 20,
      bare: barePdf,
    },
    {
      what: 'DOCX, 2 pages',
      unit: 'pages/s',
      format: 'docx',
      file: fixture('ferry.plain.docx'),
      amount: 2,
      times: 20,
      bare: (buffer) => mammoth.convertToHtml({ buffer }),
    },
    {
      what: 'scan, 1 page',
      unit: 'pages/s',
      format: 'pdf',
      file: fixture('ferry.scan.pdf'),
      amount: 1,
      times: 1,
      rounds: 3,
      bare: bareOcr,
    },
    {
      what: 'DOC, 2 pages',
      unit: 'pages/s',
      format: 'doc',
      file: fixture('ferry.old.doc'),
      amount: 2,
      times: 20,
      bare: (file) => new WordExtractor().extract(file),
    },
    {
      what: 'HTML, 1 MB',
      unit: 'MB/s',
      format: 'html',
      file: html,
      amount: 1,
      times: 3,
      bare: async (file) => parseHtml(file.toString()),
    },
    {
      what: 'Markdown, 1 MB',
      unit: 'MB/s',
      format: 'md',
      file: markdown,
      amount: 1,
      times: 3,
      bare: async (file) => parseMarkdown(file.toString()),
    },
  ];
}

async function perSecond({ amount, times }: Case, one: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  for (let time = 0; time < times; time++) await one();
  return (amount * times) / ((performance.now() - begun) / 1000);
}

async function extract(extractor: Extractor, { file, format }: Case): Promise<void> {
  const outcome = await extractor.extract(pieces(file), { format, owner: 'bench' });
  if ('failure' in outcome) throw new Error(outcome.failure.message);
}

async function* pieces(file: Buffer): AsyncGenerator<Buffer> {
  yield file;
}

async function barePdf(file: Buffer): Promise<void> {
  const task = getDocument({ data: new Uint8Array(file), verbosity: 0, disableFontFace: true });
  const document = await task.promise;
  for (let number = 1; number <= document.numPages; number++) {
    const page = await document.getPage(number);
    await page.getTextContent();
    page.cleanup();
  }
  await task.destroy();
}

/** Of the picture on the page, by the library as its manual has it. */
async function bareOcr(file: Buffer): Promise<void> {
  const picture = file.subarray(file.indexOf('ffd8ff', 0, 'hex'), file.lastIndexOf('ffd9', undefined, 'hex') + 2);
  const { names, folder } = openLanguages(['eng'], tmpdir());
  const worker = await createWorker([...names], OEM.LSTM_ONLY, { langPath: folder, gzip: true, cacheMethod: 'none' });
  await worker.setParameters({ tessedit_pageseg_mode: PSM.AUTO, user_defined_dpi: '150' });
  await worker.recognize(picture, {}, { text: true });
  await worker.terminate();
}

function fixture(name: string): Buffer {
  return readFileSync(FIXTURES + name);
}
