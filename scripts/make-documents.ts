import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Layout, flatOdt } from './make-documents/flat-odt.ts';
import { picturePdf } from './make-documents/pdf-writer.ts';
import { FOREIGN } from './make-documents/plain.ts';
import { GERMAN, HANDBOOKS, type Handbook } from './make-documents/texts.ts';

/**
 * Makes test/fixtures/documents anew: `node scripts/make-documents.ts`. Needs LibreOffice (soffice), qpdf, pdftoppm (poppler),
 * ImageMagick (convert) and iconv; the tests need none of them. File names say how a file was made: `<book>.<variant>.<extension>`.
 */
const TARGET = fileURLToPath(new URL('../test/fixtures/documents', import.meta.url));
const work = mkdtempSync(join(tmpdir(), 'documents-'));

const run = (program: string, ...options: string[]): Buffer =>
  execFileSync(program, options, { cwd: work, stdio: ['ignore', 'pipe', 'pipe'] });

function office(
  book: Handbook,
  variant: string,
  layout: Layout,
  filters: readonly [extension: string, filter: string][],
): void {
  const source = join(work, `${book.name}.${variant}.fodt`);
  writeFileSync(source, flatOdt(book, layout));
  for (const [extension, filter] of filters)
    run('soffice', '--headless', '--convert-to', `${extension}:${filter}`, '--outdir', TARGET, source);
}

const pdf = (options: Record<string, string>): string => {
  const entries = Object.entries(options).map(([name, value]) => `"${name}":{"type":"boolean","value":"${value}"}`);
  return `writer_pdf_Export:{${entries.join(',')}}`;
};
const WORD = 'MS Word 2007 XML';

rmSync(TARGET, { recursive: true, force: true });
mkdirSync(TARGET, { recursive: true });
const [ferry, orchard, observatory, bakery, tramway, library] = HANDBOOKS as [
  Handbook,
  Handbook,
  Handbook,
  Handbook,
  Handbook,
  Handbook,
];
for (const book of HANDBOOKS) office(book, 'plain', {}, [['docx', WORD]]);
for (const book of [ferry, orchard, bakery, library]) office(book, 'old', {}, [['doc', 'MS Word 97']]);
for (const book of [ferry, orchard, observatory]) {
  office(book, 'bare', { running: true, chaptersOnPages: true }, [
    ['pdf', pdf({ UseTaggedPDF: 'false', ExportBookmarks: 'false' })],
  ]);
}
for (const book of [bakery, tramway, library]) {
  office(book, 'tagged', { running: true, chaptersOnPages: true }, [
    ['pdf', pdf({ UseTaggedPDF: 'true', ExportBookmarks: 'false' })],
  ]);
}
for (const book of [ferry, tramway]) {
  office(book, 'outlined', { chaptersOnPages: true }, [
    ['pdf', pdf({ UseTaggedPDF: 'false', ExportBookmarks: 'true' })],
  ]);
}
for (const book of [observatory, library]) {
  office(book, 'columns', { columns: 2 }, [['pdf', pdf({ UseTaggedPDF: 'false', ExportBookmarks: 'false' })]]);
}

const from = (name: string): string => join(TARGET, name);
run('qpdf', '--linearize', from('ferry.bare.pdf'), from('ferry.linearized.pdf'));
run('qpdf', '--object-streams=generate', '--recompress-flate', from('orchard.bare.pdf'), from('orchard.packed.pdf'));
run('qpdf', '--encrypt', '', 'owner', '256', '--', from('observatory.bare.pdf'), from('observatory.owned.pdf'));
run('qpdf', '--encrypt', 'secret', 'owner', '256', '--', from('observatory.bare.pdf'), from('locked.pdf'));

/** Printed, and scanned again a little askew. */
function scan(book: Handbook, dpi: number, degrees: number): void {
  run(
    'pdftoppm',
    '-r',
    String(dpi),
    '-gray',
    '-l',
    '1',
    from(`${book.name}.${book === bakery ? 'tagged' : 'bare'}.pdf`),
    book.name,
  );
  const page = readdirSync(work).find((file) => file.startsWith(`${book.name}-`) && file.endsWith('.pgm'));
  if (page === undefined) throw new Error('pdftoppm made no page');
  const jpeg = join(work, `${book.name}.jpg`);
  run(
    'convert',
    page,
    '-background',
    'white',
    '-rotate',
    String(degrees),
    '-blur',
    '0x0.6',
    '-attenuate',
    '0.15',
    '+noise',
    'Gaussian',
    '-quality',
    '45',
    jpeg,
  );
  const [width = 0, height = 0] = String(run('identify', '-format', '%w %h', jpeg))
    .split(' ')
    .map(Number);
  writeFileSync(from(`${book.name}.scan.pdf`), picturePdf([{ jpeg: readFileSync(jpeg), width, height }]));
}
scan(ferry, 150, 0.4);
scan(orchard, 200, -0.5);
scan(bakery, 200, 0.2);
office(GERMAN, 'bare', { chaptersOnPages: true }, [['pdf', pdf({ UseTaggedPDF: 'false', ExportBookmarks: 'false' })]]);
scan(GERMAN, 200, -0.3);
rmSync(from(`${GERMAN.name}.bare.pdf`));

for (const { name, charsets, text } of FOREIGN) {
  for (const charset of charsets) {
    const utf8 = join(work, 'text');
    writeFileSync(utf8, `${text}\n\n${text}\n`);
    writeFileSync(from(`${name}.${charset.toLowerCase()}.txt`), run('iconv', '-f', 'UTF-8', '-t', charset, utf8));
  }
}
rmSync(work, { recursive: true });
