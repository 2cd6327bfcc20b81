import { randomBytes } from 'node:crypto';
import { deflateSync, gzipSync } from 'node:zlib';
import { fileOf, stream, textPdf } from '../../../../scripts/make-documents/pdf-writer.ts';
import type { DocumentFormat } from '../../../../src/ports/extractor.ts';
import { fixtureBytes } from '../../../support/document-samples.ts';
import { type ZipPart, zipOf } from './hostile.zip.ts';

/** A file made to hurt, built when it is needed: some unpack to much. */
export interface Hostile {
  name: string;
  format: DocumentFormat;
  bytes: () => Buffer;
  /** There is text in it: it may be read, if that stays within the limits. */
  mayBeRead: boolean;
}

const MB = 1024 * 1024;

export function hostileFiles(): Hostile[] {
  return [...pdfs(), ...docxs(), ...docs(), ...texts()];
}

const PAGE =
  '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>';
const FONT = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>';
const CATALOG = '<< /Type /Catalog /Pages 2 0 R >>';
const PAGES = '<< /Type /Pages /Count 1 /Kids [3 0 R] >>';

/** One page with these contents; `more` are objects from number 6 on. */
function onePage(content: Buffer, more: readonly (Buffer | string)[] = [], page = PAGE): Buffer {
  return fileOf([CATALOG, PAGES, page, content, FONT, ...more].map((object) => Buffer.from(object)));
}

function packed(bytes: Buffer, times = 1): Buffer {
  let inner = bytes;
  for (let time = 0; time < times; time++) inner = deflateSync(inner);
  return stream(`/Filter [${'/FlateDecode '.repeat(times)}]`, inner);
}

const blank = (size: number): Buffer => Buffer.alloc(size, ' ');
const withResources = (resources: string): string => PAGE.replace(/\/Resources.*/, `/Resources ${resources} >>`);

function pdfs(): Hostile[] {
  const made: Record<string, () => Buffer> = {
    'cut in the middle': () => fixtureBytes('ferry.bare.pdf').subarray(0, 12_000),
    'a header and nothing else': () => Buffer.from('%PDF-1.7\n'),
    'a password': () => fixtureBytes('locked.pdf'),
    'noise after a header': () => Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(100_000)]),
    'zeros after a header': () => Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(10 * MB)]),
    'no page tree': () => fileOf([Buffer.from('<< /Type /Catalog >>')]),
    'a page tree that is its own child': () =>
      fileOf([CATALOG, '<< /Type /Pages /Count 3 /Kids [2 0 R 2 0 R 2 0 R] >>'].map((one) => Buffer.from(one))),
    'two page trees that are each other’s child': () =>
      fileOf(
        [
          CATALOG,
          '<< /Type /Pages /Count 9 /Kids [3 0 R] >>',
          '<< /Type /Pages /Count 9 /Parent 2 0 R /Kids [2 0 R] >>',
        ].map((one) => Buffer.from(one)),
      ),
    'a count of a thousand million pages': () =>
      fileOf([CATALOG, '<< /Type /Pages /Count 1000000000 /Kids [] >>'].map((one) => Buffer.from(one))),
    'more pages than are read': () =>
      fileOf(
        [CATALOG, `<< /Type /Pages /Count 6000 /Kids [${'3 0 R '.repeat(6_000)}] >>`, PAGE, '<< >>', FONT].map((one) =>
          Buffer.from(one),
        ),
      ),
    'a table of objects that leads to itself': () =>
      Buffer.from(
        `%PDF-1.7\nxref\n0 1\n0000000000 65535 f \ntrailer\n<< /Size 1 /Root 1 0 R /Prev 9 >>\nstartxref\n9\n%%EOF`,
      ),
    'a blank page': () => onePage(stream('', Buffer.from(''))),
    '300 MB of blanks in a stream': () => onePage(packed(blank(300 * MB))),
    '300 MB packed twice': () => onePage(packed(blank(300 * MB), 2)),
    '150 MB of text operators': () =>
      onePage(packed(Buffer.alloc(150 * MB, 'BT /F1 9 Tf 9 9 Td (abcdefghijklmno) Tj ET\n'))),
    'one text of 100 MB': () =>
      onePage(
        packed(Buffer.concat([Buffer.from('BT /F1 9 Tf ('), Buffer.alloc(100 * MB, 'words '), Buffer.from(') Tj ET')])),
      ),
    'text beyond what is kept': () =>
      onePage(
        packed(
          Buffer.alloc(
            20 * MB,
            'BT /F1 9 Tf 9 9 Td (some words of a very long book, again and again and again) Tj ET\n',
          ),
        ),
      ),
    'arrays a million deep': () =>
      onePage(stream('', Buffer.from('')), [Buffer.alloc(MB, '[')], PAGE.replace('>>', '/Deep 6 0 R >>')),
    'an array a million deep as contents': () => onePage(Buffer.alloc(MB, '[')),
    'dictionaries a million deep in the catalogue': () =>
      fileOf([Buffer.from(`<< /Type /Catalog /Pages ${'<< /A '.repeat(200_000)}`), Buffer.from(PAGES)]),
    'operators nested a million deep': () =>
      onePage(packed(Buffer.concat([Buffer.alloc(8 * MB, 'q '), Buffer.alloc(MB, '[')]))),
    'a form that draws itself': () =>
      onePage(
        stream('', Buffer.from('/Me Do')),
        [
          stream(
            '/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << /XObject << /Me 6 0 R >> >>',
            Buffer.from('/Me Do /Me Do'),
          ),
        ],
        withResources('<< /XObject << /Me 6 0 R >> >>'),
      ),
    'forms that draw the next one ten times, ten deep': () =>
      onePage(stream('', Buffer.from('/N Do')), tower(10), withResources('<< /XObject << /N 6 0 R >> >>')),
    'a picture of 50,000 by 50,000': () =>
      onePage(
        stream('', Buffer.from('500 0 0 800 0 0 cm /Im Do')),
        [picture(50_000)],
        withResources('<< /XObject << /Im 6 0 R >> >>'),
      ),
    'a page of a thousand million points': () =>
      onePage(
        stream('', Buffer.from('1 0 0 rg 0 0 999999999 999999999 re f')),
        [],
        PAGE.replace('595 842', '999999999 999999999'),
      ),
    'a picture that is no JBIG2': () =>
      onePage(
        stream('', Buffer.from('500 0 0 800 0 0 cm /Im Do')),
        [
          stream(
            '/Type /XObject /Subtype /Image /Width 3000 /Height 3000 /ColorSpace /DeviceGray /BitsPerComponent 1 /Filter /JBIG2Decode',
            randomBytes(10_000),
          ),
        ],
        withResources('<< /XObject << /Im 6 0 R >> >>'),
      ),
    'a font whose characters are mapped a million times': () =>
      onePage(
        stream('', Buffer.from('BT /F1 9 Tf (x) Tj ET')),
        [
          packed(
            Buffer.alloc(
              30 * MB,
              'begincodespacerange <0000> <FFFF> endcodespacerange 1 beginbfrange <0000> <FFFF> <0000> endbfrange\n',
            ),
          ),
        ],
        withResources(
          '<< /Font << /F1 << /Type /Font /Subtype /Type0 /BaseFont /X /Encoding /Identity-H /ToUnicode 6 0 R /DescendantFonts [<< /Type /Font /Subtype /CIDFontType2 /BaseFont /X >>] >> >> >>',
        ),
      ),
    'a length that never ends': () =>
      Buffer.from(
        textPdf([[{ text: 'x', x: 9, y: 9, size: 9 }]])
          .toString('latin1')
          .replaceAll(/\/Length \d+/g, '/Length 99999999999')
          .slice(0, 400),
        'latin1',
      ),
    'a zip with a PDF in it': () =>
      Buffer.concat([zipOf([{ name: 'a.txt', content: Buffer.from('hello') }]), textPdf([])]),
    'a web page': () => Buffer.from('<html><body>Not a PDF</body></html>'),
    'a DOCX': () => fixtureBytes('ferry.plain.docx'),
  };
  return named('pdf', made);
}

function tower(height: number): Buffer[] {
  return Array.from({ length: height }, (_, at) =>
    stream(
      `/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << /XObject << /N ${7 + at} 0 R >> >>`,
      Buffer.from(at < height - 1 ? '/N Do '.repeat(10) : ''),
    ),
  );
}

function picture(side: number): Buffer {
  const rows = deflateSync(Buffer.alloc(Math.min(300 * MB, (side * side) / 8), 0x55));
  return stream(
    `/Type /XObject /Subtype /Image /Width ${side} /Height ${side} /ColorSpace /DeviceGray /BitsPerComponent 1 /Filter /FlateDecode`,
    rows,
  );
}

const TYPES = part(
  '[Content_Types].xml',
  '<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>',
);
const RELATIONS = part(
  '_rels/.rels',
  '<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>',
);
const HEAD =
  '<?xml version="1.0"?><w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>';
const FOOT = '</w:body></w:document>';
const words = (text: string): string => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`;

function part(name: string, content: string | Buffer, more: Partial<ZipPart> = {}): ZipPart {
  return { name, content: Buffer.from(content), ...more };
}

function docxOf(document: string | Buffer, ...more: ZipPart[]): Buffer {
  return zipOf([TYPES, RELATIONS, part('word/document.xml', document), ...more]);
}

function docxs(): Hostile[] {
  const good = HEAD + words('Good') + FOOT;
  const laughs = Array.from({ length: 12 }, (_, at) => `<!ENTITY l${at + 1} "${`&l${at};`.repeat(10)}">`).join('');
  const made: Record<string, () => Buffer> = {
    'cut in the middle': () => fixtureBytes('ferry.plain.docx').subarray(0, 4_000),
    'a part of 300 MB': () => docxOf(Buffer.concat([Buffer.from(HEAD), blank(300 * MB), Buffer.from(FOOT)])),
    'a part of 100 MB that states a thousand bytes': () =>
      zipOf([TYPES, RELATIONS, part('word/document.xml', blank(100 * MB), { statedSize: 1_000 })]),
    'a hundred parts of 20 MB': () =>
      docxOf(good, ...Array.from({ length: 100 }, (_, at) => part(`word/media/${at}.bin`, blank(20 * MB)))),
    'a hundred names for one part of 20 MB': () =>
      docxOf(
        good,
        part('word/a.bin', blank(20 * MB)),
        ...Array.from({ length: 100 }, (_, at) => part(`word/a${at}.bin`, '', { sameAs: 'word/a.bin' })),
      ),
    'ten thousand parts': () =>
      docxOf(good, ...Array.from({ length: 10_000 }, (_, at) => part(`word/${at}.xml`, '<a/>'))),
    'elements a million deep': () => docxOf(`${HEAD}${'<w:p>'.repeat(1_000_000)}${FOOT}`),
    'elements 300,000 deep and closed': () =>
      docxOf(HEAD + '<w:ins>'.repeat(300_000) + '</w:ins>'.repeat(300_000) + FOOT),
    'a billion laughs': () =>
      docxOf(`<?xml version="1.0"?><!DOCTYPE d [<!ENTITY l0 "ha">${laughs}]>${HEAD.slice(21)}${words('&l12;')}${FOOT}`),
    'a file of the machine as entity': () =>
      docxOf(
        `<?xml version="1.0"?><!DOCTYPE d [<!ENTITY x SYSTEM "file:///etc/passwd">]>${HEAD.slice(21)}${words('&x;')}${FOOT}`,
      ),
    'an attribute of 40 MB': () => docxOf(`${HEAD}<w:p w:a="${'x'.repeat(40 * MB)}"/>${FOOT}`),
    'five million empty paragraphs': () => docxOf(HEAD + '<w:p/>'.repeat(5_000_000) + FOOT),
    'text beyond what is kept': () =>
      docxOf(HEAD + words('some words of a very long book, again and again ').repeat(250_000) + FOOT),
    'a document that is noise': () => docxOf(randomBytes(50_000)),
    'a document that is empty': () => docxOf(''),
    'no words': () => docxOf(HEAD + FOOT),
    'no document': () => zipOf([TYPES, RELATIONS]),
    'a zip of something else': () => zipOf([part('readme.txt', 'hello')]),
    'an empty zip': () => zipOf([]),
    'names that lead out of it': () => docxOf(good, part('../../etc/passwd', 'x')),
    'an encrypted part': () => docxOf(good, part('word/secret.xml', 'x', { flags: 1 })),
    'the container of an encrypted file': () =>
      Buffer.concat([
        Buffer.from('d0cf11e0a1b11ae1', 'hex'),
        Buffer.alloc(2_000),
        Buffer.from('EncryptedPackage', 'utf16le'),
        Buffer.alloc(2_000),
      ]),
    'an older Office file': () => fixtureBytes('ferry.old.doc'),
    'a PDF that is a zip too': () => Buffer.concat([textPdf([]), docxOf(good)]),
    'noise in a zip’s clothes': () => Buffer.concat([Buffer.from('PK\x03\x04'), randomBytes(50_000)]),
  };
  return named('docx', made);
}

function docs(): Hostile[] {
  const good = fixtureBytes('ferry.old.doc');
  const made: Record<string, () => Buffer> = {
    'cut in the middle': () => good.subarray(0, 5_000),
    'noise after the mark': () => Buffer.concat([good.subarray(0, 8), randomBytes(50_000)]),
    'chains of sectors that lead back': () => changed(good, 512, Buffer.alloc(512)),
    'a header of nothing': () => Buffer.concat([good.subarray(0, 8), Buffer.alloc(4_000, 0xff)]),
    'the flag of a password': () => locked(good),
    'a web page': () => Buffer.from('<html><body>Saved as Word</body></html>'),
    'an RTF document': () => Buffer.from(String.raw`{\rtf1\ansi Hello}`),
    'a DOCX': () => fixtureBytes('ferry.plain.docx'),
    'nothing but zeros': () => Buffer.alloc(MB),
  };
  return named('doc', made);
}

function changed(file: Buffer, at: number, bytes: Buffer): Buffer {
  const copy = Buffer.from(file);
  bytes.copy(copy, at);
  return copy;
}

function locked(file: Buffer): Buffer {
  const copy = Buffer.from(file);
  for (let at = 512; at + 12 < copy.length; at += 512) {
    if (copy.readUInt16LE(at) === 0xa5ec) copy.writeUInt16LE(copy.readUInt16LE(at + 10) | 0x100, at + 10);
  }
  return copy;
}

function texts(): Hostile[] {
  const png = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), randomBytes(5_000)]);
  return [
    ...named('txt', {
      'nothing at all': () => Buffer.alloc(0),
      'nothing but blanks': () => blank(MB),
      'a PNG image': () => png,
      noise: () => randomBytes(100_000),
      zeros: () => Buffer.alloc(10 * MB),
      'a PDF': () => textPdf([]),
      'a zip': () => zipOf([part('a', 'b')]),
      'a program': () => Buffer.concat([Buffer.from('\x7fELF'), randomBytes(5_000)]),
      'text beyond what is kept': () => Buffer.alloc(20 * MB, 'words '),
      'more paragraphs than are kept': () => Buffer.alloc(2 * MB, 'a\n\n'),
      'a file beyond the largest upload': () => Buffer.alloc(51 * MB, 'words '),
    }),
    ...named('md', {
      'a packed file': () => gzipSync('# Hello'),
      'quotations a million deep': () => Buffer.alloc(4 * MB, '> '),
      'rules only': () => Buffer.alloc(MB, '---\n'),
      'a library': () => Buffer.concat([Buffer.from('MZ\x90\0', 'latin1'), randomBytes(5_000)]),
    }),
    ...named('html', {
      'elements a million deep': () => Buffer.alloc(5 * MB, '<div>'),
      'a script and nothing else': () => Buffer.from(`<html><script>${'x();'.repeat(100_000)}</script></html>`),
      'a GIF that is a page too': () => Buffer.from('GIF89a/*<html><body>*/=1;</body></html>'),
      'an attribute of 40 MB': () => Buffer.from(`<p title="${'x'.repeat(40 * MB)}">`),
      'a comment that never ends': () => Buffer.from(`<!-- ${'- '.repeat(5 * MB)}`),
      'fifteen million entities': () => Buffer.alloc(45 * MB, '&lt'),
    }),
  ];
}

function named(format: DocumentFormat, made: Readonly<Record<string, () => Buffer>>): Hostile[] {
  return Object.entries(made).map(([name, bytes]) => ({
    name: `${format}: ${name}`,
    format,
    bytes,
    mayBeRead: name.includes('mapped a million times'),
  }));
}
