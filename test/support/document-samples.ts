import { readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Placed, textPdf } from '../../scripts/make-documents/pdf-writer.ts';
import { FOREIGN, htmlOf, markdownOf, textOf } from '../../scripts/make-documents/plain.ts';
import { GERMAN, HANDBOOKS, type Handbook } from '../../scripts/make-documents/texts.ts';
import type { DocumentFormat } from '../../src/ports/extractor.ts';

/** A file with what has to be read from it. */
export interface Sample {
  name: string;
  format: DocumentFormat;
  bytes: Buffer;
  /** In order of reading. */
  sentences: string[];
  /** In order, with the deepest at 3; empty where the format has none. */
  headings: string[];
  /** Rows of a table that has to stay one block. */
  rows: string[];
  /** Sentences with the page they stand on. */
  pages: [sentence: string, page: number][];
  /** Must not be read. */
  absent: string[];
  scanned: boolean;
}

const FOLDER = fileURLToPath(new URL('../fixtures/documents', import.meta.url));

/** Not to be read, or not in English. */
const OTHERWISE = ['locked.pdf', 'muehle.scan.pdf'];

export function samples(): Sample[] {
  const files = readdirSync(FOLDER).filter((file) => !OTHERWISE.includes(file));
  return [...files.map(fixture), ...HANDBOOKS.flatMap(written), ...handMade()];
}

export function fixtureBytes(file: string): Buffer {
  return readFileSync(`${FOLDER}/${file}`);
}

function fixture(file: string): Sample {
  const [name = '', variant = '', extension = ''] = file.split('.');
  const bytes = fixtureBytes(file);
  const foreign = FOREIGN.find((one) => one.name === name);
  if (foreign) return sample({ name: file, format: 'txt', bytes, sentences: [foreign.text, foreign.text] });
  const book = HANDBOOKS.find((one) => one.name === name);
  if (!book) throw new Error(`The content of ${file} is not known`);
  const onPages = ['bare', 'tagged', 'outlined', 'linearized', 'packed', 'owned'].includes(variant);
  const [first] = book.chapters;
  return sample({
    name: file,
    format: extension as DocumentFormat,
    bytes,
    sentences:
      variant === 'scan'
        ? paragraphsOf({ ...book, chapters: first ? [first] : [] })
        : [...paragraphsOf(book), ...book.list],
    headings: extension === 'doc' || variant === 'scan' ? [] : headingsOf(book),
    rows: variant === 'scan' ? [] : rowsOf(book),
    pages: onPages ? pagesOf(book) : [],
    absent: variant === 'scan' || extension !== 'pdf' ? [] : [`${book.title} handbook`],
    scanned: variant === 'scan',
  });
}

function written(book: Handbook): Sample[] {
  const sentences = [...paragraphsOf(book), ...book.list];
  const shared = { sentences, headings: headingsOf(book), rows: rowsOf(book) };
  const absent = ['unwanted script words', 'unwanted navigation words'];
  return [
    sample({ ...shared, name: `${book.name}.md`, format: 'md', bytes: Buffer.from(markdownOf(book)) }),
    sample({ ...shared, name: `${book.name}.html`, format: 'html', bytes: Buffer.from(htmlOf(book, 'utf-8')), absent }),
    sample({
      name: `${book.name}.txt`,
      format: 'txt',
      bytes: Buffer.from(textOf(book)),
      sentences: paragraphsOf(book),
    }),
  ];
}

const FIRST = 'abcdefgh'.split('').map((letter) => `Left column line ${letter} tells something about the ferry`);
const SECOND = 'abcdefgh'.split('').map((letter) => `Right column line ${letter} goes on about the harbour`);

/** In orders that no reader would read them in. */
function handMade(): Sample[] {
  const left = FIRST.map((text, at): Placed => ({ text, x: 40, y: 780 - 20 * at, size: 10 }));
  const right = SECOND.map((text, at): Placed => ({ text, x: 330, y: 780 - 20 * at, size: 10 }));
  const across = left.flatMap((one, at) => [one, ...right.slice(at, at + 1)]);
  const shuffled = left.toSorted((one, other) => ((one.y * 7) % 13) - ((other.y * 7) % 13));
  const columns = [...FIRST, ...SECOND];
  return [
    madePdf('bottom-up.pdf', [left.toReversed()], FIRST),
    madePdf('shuffled.pdf', [shuffled], FIRST),
    madePdf('across.pdf', [across], columns),
    madePdf('columns-shuffled.pdf', [[...right.toReversed(), ...left.toReversed()]], columns),
    sample({
      name: 'sideways.pdf',
      format: 'pdf',
      bytes: textPdf([left.map(turned)], { rotate: 90 }),
      sentences: FIRST,
    }),
  ];
}

function turned({ text, x, y, size }: Placed): Placed {
  return { text, x, y: y - 250, size };
}

function madePdf(name: string, pages: Placed[][], sentences: string[]): Sample {
  return sample({ name, format: 'pdf', bytes: textPdf(pages), sentences });
}

function sample(facts: Pick<Sample, 'name' | 'format' | 'bytes' | 'sentences'> & Partial<Sample>): Sample {
  return { headings: [], rows: [], pages: [], absent: [], scanned: false, ...facts };
}

/** A scan in German. */
export function germanSample(): Sample {
  const file = `${GERMAN.name}.scan.pdf`;
  const [name, bytes, sentences] = [file, fixtureBytes(file), paragraphsOf(GERMAN)];
  return sample({ name, format: 'pdf', bytes, sentences, scanned: true });
}

function paragraphsOf(book: Handbook): string[] {
  return book.chapters.flatMap(({ sections }) => sections.flatMap(({ paragraphs }) => paragraphs));
}

function headingsOf(book: Handbook): string[] {
  return [
    book.title,
    ...book.chapters.flatMap(({ title, sections }) => [title, ...sections.map((section) => section.title)]),
  ];
}

function rowsOf(book: Handbook): string[] {
  return book.table.map((row) => row.join(' | '));
}

/** The second chapter begins on the second page. */
function pagesOf(book: Handbook): [string, number][] {
  return book.chapters.flatMap((chapter, at) =>
    chapter.sections.flatMap(({ paragraphs }) => paragraphs.map((text): [string, number] => [text, at + 1])),
  );
}
